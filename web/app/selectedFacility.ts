import { FacilityId, idIn } from "#core/base/ids.ts"
import { session } from "./Session.ts"
import { read, readTab, write, writeTab } from "./storage.ts"

/**
 * The selected facility (001 §2: the currently selected facility), kept across screens and reloads; null if none. It
 * may be gone or inaccessible by now. While acting for a company it is stored per tab.
 */
export const selectedFacility = (): FacilityId | null =>
  idIn(FacilityId, (session.companyID === null ? read("facility") : readTab("facility")) ?? "")

/** Stores the selected facility; null for none. */
export const rememberFacility = (facilityID: FacilityId | null): void =>
  (session.companyID === null ? write : writeTab)("facility", facilityID === null ? null : String(facilityID))
