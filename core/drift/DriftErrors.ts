import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"

const driftWords = {
  NoSoftware: {
    error: "This facility has no management software, so there is nothing to compare its locks with.",
    next: "Choose its FMS in the form of the facility."
  },
  NotConnected: {
    error: "The management software of this facility doesn't report units, so its locks cannot be compared.",
    next: "Connect the facility to its FMS; those that are reached by files only cannot be compared."
  },
  LocksOnly: {
    error: "Your plan has locks and no units, so there is nothing to compare them with.",
    next: "Upgrade your plan to use it."
  }
} as const

/**
 * There is nothing to compare the locks of the facility with: `NoSoftware` it has no management software, `NotConnected` its
 * software is reached by files only, or not at all, `LocksOnly` the company's tier has no units (001 §4).
 */
export class DriftNeedsUnits extends defineProblem<DriftNeedsUnits>()({
  tag: "DriftNeedsUnits",
  status: 422,
  exit: "conflict",
  data: Schema.Struct({
    facilityID: Schema.Int,
    reason: Schema.Literals(["NoSoftware", "NotConnected", "LocksOnly"])
  }),
  words: (data) => driftWords[data.reason]
}) {}
