import { afterAll, afterEach, beforeAll } from "vitest"
import type { ServeOptions } from "#server/main.ts"
import type { TestHome } from "../../support/databases.ts"
import type { Desk, DeskOptions } from "./Desk.ts"
import { openDesk } from "./openDesk.ts"

/** The desk of the test file that runs, once `shareDesk` has opened it. */
export let desk: Desk

/** The server's options, or how to get them if they aren't known before a hook has run. */
type Serve = Partial<ServeOptions> | (() => Partial<ServeOptions>)

/** Opens one desk for all tests of a file, and checks its pages after each test. Each visitor loads the console anew. */
export const shareDeskWithNewPages = (serve: Serve = {}, fill?: DeskOptions["fill"], home?: TestHome): void => {
  beforeAll(async () => {
    desk = await openDesk(typeof serve === "function" ? serve() : serve, fill, home)
  })
  afterEach(() => desk.settle())
  afterAll(() => desk.close())
}

/** The same, but the visitors share pages that stay loaded. */
export const shareDesk = (serve?: Serve, fill?: DeskOptions["fill"]): void => {
  shareDeskWithNewPages(serve, fill)
  beforeAll(() => void desk.keepingPages())
}
