import type { CompanyId } from "#core/base/ids.ts"
import { readCookie, writeCookie } from "#web/app/cookies.ts"

/** How long the tip stays hidden once the user has turned it off: 30 days, in seconds (001 §9). */
const spared = 30 * 24 * 60 * 60

/** Hashes a company ID (FNV-1a, 32 bits), so that the cookie doesn't reveal it (001 §9). */
export const companyHash = (companyID: CompanyId): string => {
  let hash = 0x811c9dc5
  for (const character of String(companyID)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, "0")
}

const nameOf = (companyID: CompanyId): string => `code-tip-${companyHash(companyID)}`

/** Whether the tip was turned off in this browser for this company. */
export const isTipHidden = (companyID: CompanyId): boolean => readCookie(nameOf(companyID)) !== null

export const hideTip = (companyID: CompanyId): void => writeCookie(nameOf(companyID), "hidden", spared)
