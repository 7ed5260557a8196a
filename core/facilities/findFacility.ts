import { findByName, type Match, namesOf } from "#core/base/findByName.ts"
import { normalName } from "#core/base/findNamed.ts"
import type { FacilityId } from "#core/base/ids.ts"

export interface NamedFacility {
  readonly facilityID: FacilityId
  readonly facilityName: string
}

const idOf = ({ facilityID }: NamedFacility): FacilityId => facilityID
const nameOf = ({ facilityName }: NamedFacility): string => facilityName

/** Finds a facility by id, full name, or part of a name (`findByName`). */
export const findFacility = <F extends NamedFacility>(
  facilities: ReadonlyArray<F>,
  text: string,
  whole = false
): Match<F> => findByName(facilities, text, { idOf, nameOf }, whole)

/** How several facilities are typed, in options, files and the palette. */
export const facilityListForm = "by name or id, separated by ; or ,"

/** Whether a typed list means every facility, as the terminal or the user form names it. */
export const isAllFacilities = (text: string): boolean => /^all( facilities)?$/iu.test(text.trim())

/**
 * Splits a list of facilities into names and ids. A semicolon always separates. A comma separates too, except inside the full
 * name of one of these facilities.
 */
export const facilityList = (facilities: ReadonlyArray<NamedFacility>, text: string): ReadonlyArray<string> => {
  const { places } = namesOf(facilities, nameOf)
  return text
    .split(";")
    .flatMap((part) => (part.includes(",") && !places.has(normalName(part)) ? part.split(",") : [part]))
    .map((name) => name.trim())
    .filter((name) => name !== "")
}
