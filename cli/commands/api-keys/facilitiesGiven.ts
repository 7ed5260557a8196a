import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { withFacilities } from "#cli/input/facilityInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"

/** The inputs with facilities as ids. A key is for some facilities or for all; both together are refused. */
export const facilitiesGiven = (call: Call) =>
  call.given["facilities"] !== undefined && call.given["allFacilities"] !== undefined
    ? Effect.fail(
        usageFailure("Use --facilities or --all-facilities, not both.", "Remove one of them.", { field: "facilities" })
      )
    : withFacilities(call, ["facilities"])
