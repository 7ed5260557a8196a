import { expect } from "vitest"
import { password } from "../support/fixture.ts"
import { codeOf } from "./codeOf.ts"
import type { Worker } from "./load.ts"
import type { ServerProcess } from "./serverProcess.ts"

/** Checks that a server's log contains no password, session token or combination after any fault. */
export const expectNoSecrets = (
  server: ServerProcess,
  people: ReadonlyArray<Worker>,
  serials: ReadonlyArray<string>
): void => {
  const log = server.logged()
  for (const secret of [password, "unlockCode", ...people.map(({ token }) => token)]) {
    expect(log.includes(secret), "a secret in the log").toBe(false)
  }
  // Four digits may occur anywhere, but a combination logged as a value would be quoted. PostgreSQL also quotes source lines.
  const quoted = new Set([...log.matchAll(/(?<!\bline\W{0,4})["'`](\d{4})["'`]/g)].map(([, digits]) => digits))
  expect(
    serials.map(codeOf).filter((code) => quoted.has(code)),
    "combinations in the log"
  ).toEqual([])
}
