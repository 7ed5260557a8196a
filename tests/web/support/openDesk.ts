import type { ServeOptions } from "#server/main.ts"
import { postgres, type TestHome } from "../../support/databases.ts"
import { Desk, type DeskOptions } from "./Desk.ts"
import { Stage } from "./Stage.ts"

/** Another build of the console than dist/web, to be tested while that one is being made anew. */
export const consoleFolder = process.env["LOCKDESK_TEST_CONSOLE"]

/**
 * Opens a desk, filled with `fillDesk` when nothing else is given: on the PostgreSQL cluster of this run of the tests, which
 * starts at a tenth of the work, or at another home.
 */
export const openDesk = (
  serve: Partial<ServeOptions> = {},
  fill?: DeskOptions["fill"],
  home: TestHome = postgres
): Promise<Desk> =>
  Desk.open({
    home,
    stage: Stage.take,
    serve: { ...(consoleFolder === undefined ? {} : { consoleFolder }), ...serve },
    ...(fill === undefined ? {} : { fill })
  })
