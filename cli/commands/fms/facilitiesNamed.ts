import { Effect } from "effect"
import { type Call, defaultFacility } from "#cli/Call.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** Why it is unclear which facilities to use, or null: the user has to name some or ask for all, not both. */
export const namingRefusal = (named: unknown, all: boolean, what: string) =>
  (named === undefined) === all
    ? null
    : named === undefined
      ? usageFailure(`Nothing is named to ${what}.`, "Give facilities or --all.", { field: "facilities" })
      : usageFailure("Give facilities or --all, not both.", "Remove one of them.", { field: "all" })

/** The facilities as typed: the arguments, or `--facility`; otherwise, unless `others` are meant, the profile's facility. */
export const typedFacilities = (call: Call, others: boolean): string | undefined => {
  const typed = call.given["facilities"]
  if (typeof typed === "string") return typed
  return others ? call.flags.facility : defaultFacility(call)
}

/** The facilities as typed, one by one. */
export const facilitiesNamed = (typed: string) => Effect.forEach(typed.split("\n"), (text) => facilityOf(text))
