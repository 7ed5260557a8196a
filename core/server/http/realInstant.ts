import { Effect } from "effect"
import { Malformed } from "#core/api/ApiErrors.ts"

/** The parser turns February 30 into March 2. */
const isInstant = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) &&
  !text.startsWith("0000") &&
  new Date(text).toISOString().slice(0, 10) === text.slice(0, 10)

/**
 * Returns the problem with an instant that matches the contract's pattern but does not exist, such as 99 o'clock, February 30,
 * or the year 0, which PostgreSQL does not have; or null.
 */
export const instantRefusal = (path: string, text: string | undefined): Malformed | null =>
  text === undefined || isInstant(text)
    ? null
    : new Malformed({ data: { issues: [{ path, message: "Expected an instant" }] } })

/** An instant of a request in the database's format. `Problems`, which wraps every call, answers the refusal. */
export const realInstant = (path: string, text: string | undefined): Effect.Effect<string | undefined> => {
  const refusal = instantRefusal(path, text)
  if (refusal !== null) return Effect.die(refusal)
  return Effect.succeed(text === undefined ? undefined : new Date(text).toISOString())
}
