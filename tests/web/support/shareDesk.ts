import { afterAll, afterEach, beforeAll } from "vitest"
import type { Desk } from "./Desk.ts"
import { openDesk } from "./openDesk.ts"

/** The desk of the test file that runs, once `shareDesk` has opened it. */
export let desk: Desk

/** Opens one desk for all tests of a file. They share its pages, which it checks after each test. */
export const shareDesk = (...how: Parameters<typeof openDesk>): void => {
  beforeAll(async () => {
    desk = (await openDesk(...how)).keepingPages()
  })
  afterEach(() => desk.settle())
  afterAll(() => desk.close())
}
