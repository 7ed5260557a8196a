import { Schema } from "effect"
import { releases } from "./releaseActions.ts"

/** The status a lock of a vacant unit gets when the new rental's unlock code is delivered; 1005 is no change (002 §3, §5). */
export const VacantReleaseAction = Schema.Literals(releases.vacant.actions)

/** The status a lock of an overlocked unit gets when its unlock code is delivered; 1004 is no change (002 §3, §5). */
export const OverlockReleaseAction = Schema.Literals(releases.overlock.actions)

/** A company's automations (002 §3). A release action is a lock status, as a number. */
export const AutomationProfile = Schema.Struct({
  vacantReleaseAction: VacantReleaseAction,
  overlockReleaseAction: OverlockReleaseAction
})
export type AutomationProfile = typeof AutomationProfile.Type
