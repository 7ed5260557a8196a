import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"

/** What was typed, with the names of `--facilities` as the ids that the command takes. */
export const withFacilities = Effect.fnUntraced(function* (call: Call) {
  const typed = call.given["facilities"]
  if (typeof typed !== "string") return call
  const found = yield* Effect.forEach(
    typed.split(",").filter((name) => name.trim() !== ""),
    (name) => facilityOf(name.trim())
  )
  const facilities = found.map(({ facilityID }) => facilityID).join(",")
  return { ...call, given: { ...call.given, facilities } } satisfies Call
})
