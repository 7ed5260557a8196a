import { foldText } from "#core/base/search/foldText.ts"
import { countOf } from "#core/base/countOf.ts"
import type { FacilityId, SubdomainId } from "#core/base/ids.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { PlacedFacility } from "./Subdomain.ts"

/** A facility in the two lists of a subdomain (002 §3). */
export interface FacilityOption {
  readonly value: FacilityId
  readonly label: string
  readonly companySubdomainID: SubdomainId | null
}

/** The note on a facility that is on another subdomain (002 §4). It can still be moved: saving takes it over. */
export const takenWords = "Already assigned to a different subdomain"

/** The note after a change that took facilities over; null for none. */
export const takenOverWords = ({ length }: ReadonlyArray<PlacedFacility>): string | null =>
  length === 0 ? null : `Moved from a different subdomain: ${countOf(length, "facility", "facilities")}.`

/** Converts a facility to an option. */
export const facilityOption = ({
  facilityID,
  facilityName,
  companySubdomainID
}: Pick<Facility, "facilityID" | "facilityName" | "companySubdomainID">): FacilityOption => ({
  value: facilityID,
  label: facilityName,
  companySubdomainID
})

/** Whether a facility is on another subdomain than `own`, which is null for a new one. */
export const isTaken = ({ companySubdomainID }: FacilityOption, own: SubdomainId | null): boolean =>
  companySubdomainID !== null && companySubdomainID !== own

/**
 * The two lists: assigned facilities, and the others, without those on another subdomain unless requested (002 §4).
 * Both keep the order of the options.
 */
export const transferLists = (
  options: ReadonlyArray<FacilityOption>,
  assigned: ReadonlySet<FacilityId>,
  own: SubdomainId | null,
  showTaken: boolean
): { readonly left: ReadonlyArray<FacilityOption>; readonly right: ReadonlyArray<FacilityOption> } => {
  const left: Array<FacilityOption> = []
  const right: Array<FacilityOption> = []
  for (const option of options) {
    if (assigned.has(option.value)) right.push(option)
    else if (showTaken || !isTaken(option, own)) left.push(option)
  }
  return { left, right }
}

/** The options whose name contains a text, ignoring case and accents. */
export const matchingOptions = (
  options: ReadonlyArray<FacilityOption>,
  text: string
): ReadonlyArray<FacilityOption> => {
  const wanted = foldText(text.trim())
  return wanted === "" ? options : options.filter(({ label }) => foldText(label).includes(wanted))
}
