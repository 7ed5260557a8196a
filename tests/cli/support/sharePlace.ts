import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"
import type { RoleId } from "#core/auth/roles.ts"
import type { Machine } from "./lockdesk.ts"
import { openPlace, type Place, type PlaceFacts } from "./place.ts"

/** The place of the test file that runs, once `sharePlace` has opened it. */
export let place: Place

/** The machine of its user, signed in with the role given to `sharePlace`. */
export let user: Machine

/** Opens one place for all tests of a file, and closes it after them. */
export const sharePlace = (role?: RoleId, facts?: PlaceFacts): void => {
  beforeAll(async () => {
    place = await openPlace(facts)
    if (role !== undefined) user = await place.signedIn(role)
  })
  afterAll(() => place.close())
}

/** Writes a file, given as a whole or as lines, in the user's working folder. Returns its name. */
export const file = (name: string, content: string | Uint8Array | ReadonlyArray<string>): string => {
  const whole = typeof content === "string" || content instanceof Uint8Array ? content : content.join("\n")
  writeFileSync(join(user.work, name), whole)
  return name
}

/** The text of a file in the user's working folder. */
export const read = (name: string): string => readFileSync(join(user.work, name), "utf8")

/** The JSON that a command prints for the user. Fails if the command fails. */
export const jsonOf = async <A = unknown>(
  args: ReadonlyArray<string>,
  expected: unknown = expect.any(String)
): Promise<A> => {
  const { code, stdout, stderr } = await user.run([...args, "--json"])
  expect([args, code, stderr]).toEqual([args, 0, expected])
  return JSON.parse(stdout) as A
}

/** The same, and fails if the command prints anything else. */
export const onlyJsonOf = (args: ReadonlyArray<string>): Promise<unknown> => jsonOf(args, "")
