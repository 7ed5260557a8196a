import { Schema } from "effect"
import { FacilityId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"

const driftWords = {
  NoSoftware: {
    error: "This facility has no management software to compare its locks with.",
    next: "Edit the facility and choose its FMS."
  },
  NotConnected: {
    error: "The management software of this facility doesn't report units, so its locks can't be compared.",
    next: "Connect the facility to its FMS. CSV-only software can't be compared."
  },
  LocksOnly: {
    error: "The company's plan doesn't include units, so there is nothing to compare locks with.",
    next: "Upgrade the plan to use it."
  }
} as const

/**
 * There are no units to compare the locks with. `NoSoftware`: the facility has no management software. `NotConnected`:
 * its software exchanges files only, or has no connection. `LocksOnly`: the company's tier has no units (001 §4).
 */
export class DriftNeedsUnits extends defineProblem<DriftNeedsUnits>()({
  tag: "DriftNeedsUnits",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({
    facilityID: FacilityId,
    reason: Schema.Literals(["NoSoftware", "NotConnected", "LocksOnly"])
  }),
  words: (data) => driftWords[data.reason]
}) {}
