import { read, write } from "./storage.ts"

/**
 * The facility that somebody works at (001 §2: the currently selected facility), over screens and reloads; null when none was
 * chosen. It may be gone, or closed to this user, by now.
 */
export const selectedFacility = (): number | null => {
  const kept = read("facility")
  return kept !== null && /^[1-9]\d{0,9}$/.test(kept) ? Number(kept) : null
}

/** Remembers the facility that somebody chose; null is none. */
export const rememberFacility = (facilityID: number | null): void =>
  write("facility", facilityID === null ? null : String(facilityID))
