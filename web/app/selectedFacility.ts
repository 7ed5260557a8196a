import { session } from "./Session.ts"
import { read, readTab, write, writeTab } from "./storage.ts"

/**
 * The facility that somebody works at (001 §2: the currently selected facility), over screens and reloads; null when none was
 * chosen. It may be gone, or closed to this user, by now. One of a company that is acted for is known to its tab alone.
 */
export const selectedFacility = (): number | null => {
  const kept = session.companyID === null ? read("facility") : readTab("facility")
  return kept !== null && /^[1-9]\d{0,9}$/.test(kept) ? Number(kept) : null
}

/** Remembers the facility that somebody chose; null is none. */
export const rememberFacility = (facilityID: number | null): void =>
  (session.companyID === null ? write : writeTab)("facility", facilityID === null ? null : String(facilityID))
