import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** Why it is unclear which facilities to use, or null: the user has to name some or ask for all, not both. */
export const namingRefusal = (named: unknown, all: boolean, what: string) =>
  (named === undefined) === all
    ? null
    : named === undefined
      ? usageFailure(`Nothing is named to ${what}.`, "Give facilities or --all.", { field: "facilities" })
      : usageFailure("Give facilities or --all, not both.", "Remove one of them.", { field: "all" })

/** The named facilities, one by one; undefined if none were named. */
export const facilitiesNamed = Effect.fnUntraced(function* (call: Call) {
  const typed = call.given["facilities"]
  return typeof typed === "string" ? yield* Effect.forEach(typed.split("\n"), (text) => facilityOf(text)) : undefined
})
