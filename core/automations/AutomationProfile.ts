import { Schema } from "effect"
import { releases } from "./releaseActions.ts"

/** What a lock of a vacant unit becomes when the unlock code of the new rental is delivered; 1005 is no change (002 §3, §5). */
export const VacantReleaseAction = Schema.Literals(releases.vacant.actions)

/** What a lock of an overlocked unit becomes when its unlock code is delivered; 1004 is no change (002 §3, §5). */
export const OverlockReleaseAction = Schema.Literals(releases.overlock.actions)

/** A company's automations (002 §3). A lock's status, as a number, is what a release action changes it to. */
export const AutomationProfile = Schema.Struct({
  vacantReleaseAction: VacantReleaseAction,
  overlockReleaseAction: OverlockReleaseAction
})
export type AutomationProfile = typeof AutomationProfile.Type
