import type { FacilityId } from "#core/base/ids.ts"
import { filterStrength, filterText } from "#core/base/search/filterText.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { didYouMean } from "#core/base/didYouMean.ts"

/** A facility, as filters find it. */
export interface FacilityName {
  readonly facilityID: FacilityId
  readonly facilityName: string
}

/** Why a search finds nothing: its `facility:` filter matches none of these facilities. Undefined if that isn't why. */
export const unknownFacility = (text: string, facilities: ReadonlyArray<FacilityName>): string | undefined => {
  const wrong = parse(text).filters.find(({ key, not, value }) => {
    const wanted = filterText(value)
    const matches = ({ facilityID, facilityName }: FacilityName): boolean =>
      filterStrength(wanted, facilityName, String(facilityID)) > 0
    return key === "facility" && !not && !facilities.some(matches)
  })
  if (wrong === undefined) return undefined
  const names = facilities.map(({ facilityName }) => facilityName)
  return `No facility named ${wrong.value}.${didYouMean(wrong.value, names)}`
}
