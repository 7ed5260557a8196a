import { readCookie, writeCookie } from "#web/app/storage.ts"

/** How long somebody who has read the tip of a combination change is spared it: 30 days, in seconds (001 §9). */
const spared = 30 * 24 * 60 * 60

/** A company's number as a hash (FNV-1a, 32 bits): the cookie does not say whose it is (001 §9). */
export const companyHash = (companyID: number): string => {
  let hash = 0x811c9dc5
  for (const character of String(companyID)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return hash.toString(16).padStart(8, "0")
}

const nameOf = (companyID: number): string => `code-tip-${companyHash(companyID)}`

/** Whether somebody at this browser asked not to be told again, for this company. */
export const isTipHidden = (companyID: number): boolean => readCookie(nameOf(companyID)) !== null

export const hideTip = (companyID: number): void => writeCookie(nameOf(companyID), "hidden", spared)
