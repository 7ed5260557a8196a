import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import { visibleText } from "#core/base/visibleText.ts"
import { KeyMayNotReveal, ReasonRequired, RevealDenied, RevealNotOffered } from "./RevealErrors.ts"
import { maxReasonLength } from "./revealReasons.ts"

/**
 * Why the user may not reveal combinations, or null (001 §6). API keys with the right to reveal always can, whatever
 * the company hides from people, because lists never show them a combination.
 */
export const revealRefusal = (user: LoggedInUser): RevealDenied | RevealNotOffered | KeyMayNotReveal | null => {
  if (user.apiKey !== undefined) return user.apiKey.mayReveal ? null : new KeyMayNotReveal()
  if (user.roleID === Role.id.RestrictedPersonnel) return new RevealDenied()
  return user.hideLockCodes ? null : new RevealNotOffered()
}

/** Texts that are not a reason: the dialog's initial value, and Other without its text. */
const noReason: ReadonlySet<string> = new Set(["", "n/a", "other"])

/** A reason that is really the next lock's serial code, typed too early. */
const isSerial = (text: string): boolean => /^\d{4}\s*\d{4}$/.test(text)

/** Why a reason is refused, or null. A reason is one of the five, or the visible free text given for Other (001 §5, §7). */
export const reasonRefusal = (reason: string): ReasonRequired | null => {
  const given = visibleText(visibleText(reason).replace(/^other\s*:/i, ""))
  const isNone = noReason.has(given.toLowerCase()) || isSerial(given)
  return isNone || reason.length > maxReasonLength ? new ReasonRequired() : null
}
