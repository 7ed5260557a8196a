import { Effect } from "effect"
import { Malformed } from "#core/api/ApiErrors.ts"

/** The parser takes the 30th of February for the 2nd of March. */
const isInstant = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) &&
  !text.startsWith("0000") &&
  new Date(text).toISOString().slice(0, 10) === text.slice(0, 10)

/**
 * What is wrong with an instant that the contract's pattern lets pass and no clock has, such as 99 o'clock, the 30th of
 * February, or the year 0, which PostgreSQL does not have; or null.
 */
export const instantRefusal = (path: string, text: string | undefined): Malformed | null =>
  text === undefined || isInstant(text)
    ? null
    : new Malformed({ data: { issues: [{ path, message: "Expected an instant" }] } })

/** An instant of a request as the database takes it. `Problems`, which stands around every call, answers for the refusal. */
export const realInstant = (path: string, text: string | undefined): Effect.Effect<string | undefined> => {
  const refusal = instantRefusal(path, text)
  if (refusal !== null) return Effect.die(refusal)
  return Effect.succeed(text === undefined ? undefined : new Date(text).toISOString())
}
