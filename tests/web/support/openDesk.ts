import type { ServeOptions } from "#server/main.ts"
import { postgres, type TestHome } from "../../support/databases.ts"
import { Desk, type DeskOptions } from "./Desk.ts"
import { Stage } from "./Stage.ts"

/** A console build to test instead of dist/web, while that one is being rebuilt. */
export const consoleFolder = process.env["LOCKDESK_TEST_CONSOLE"]

/**
 * Opens a desk filled with `fillDesk` by default. It uses the run's PostgreSQL cluster by default, which starts with a tenth of
 * the work of the embedded database.
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
