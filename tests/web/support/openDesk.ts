import type { ServeOptions } from "#server/main.ts"
import { homes } from "../../support/databases.ts"
import { Desk, type DeskOptions } from "./Desk.ts"

/** Another build of the console than dist/web, to be tested while that one is being made anew. */
export const consoleFolder = process.env["LOCKDESK_TEST_CONSOLE"]

/** Opens a desk on the embedded database of this run of the tests; filled with `fillDesk` when nothing else is given. */
export const openDesk = (serve: Partial<ServeOptions> = {}, fill?: DeskOptions["fill"]): Promise<Desk> => {
  const home = homes.find(({ name }) => name === "embedded")
  if (home === undefined) throw new Error("the embedded database is gone")
  return Desk.open({
    home,
    serve: { ...(consoleFolder === undefined ? {} : { consoleFolder }), ...serve },
    ...(fill === undefined ? {} : { fill })
  })
}
