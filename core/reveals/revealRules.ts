import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import { visibleText } from "#core/base/visibleText.ts"
import { KeyMayNotReveal, ReasonRequired, RevealDenied, RevealNotOffered } from "./RevealErrors.ts"
import { maxReasonLength } from "./revealReasons.ts"

/**
 * Why the user may not reveal combinations, or null (001 §6). To an API key that may reveal, reveals are offered whatever the
 * company hides from people: no list shows it a combination.
 */
export const revealRefusal = (user: LoggedInUser): RevealDenied | RevealNotOffered | KeyMayNotReveal | null => {
  if (user.apiKey !== undefined) return user.apiKey.mayReveal ? null : new KeyMayNotReveal()
  if (user.roleID === Role.id.RestrictedPersonnel) return new RevealDenied()
  return user.hideLockCodes ? null : new RevealNotOffered()
}

/** Words that stand for no reason: what the dialog holds before one is chosen, and Other without its text. */
const noReason: ReadonlySet<string> = new Set(["", "n/a", "other"])

/** The next lock's serial code, typed where the reason of the one before belongs. */
const isSerial = (text: string): boolean => /^\d{4}\s*\d{4}$/.test(text)

/**
 * Why a reason is refused, or null. A reason is one of the five, or the free text given for Other (001 §5, §7), with
 * something in it that a reader can see.
 */
export const reasonRefusal = (reason: string): ReasonRequired | null => {
  const given = visibleText(visibleText(reason).replace(/^other\s*:/i, ""))
  const isNone = noReason.has(given.toLowerCase()) || isSerial(given)
  return isNone || reason.length > maxReasonLength ? new ReasonRequired() : null
}
