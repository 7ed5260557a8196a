import { normalName } from "#core/base/findNamed.ts"

/** The fields by which a facility is found. */
export interface NamedFacility {
  readonly facilityID: number
  readonly facilityName: string
}

/** The facility that was meant, or why it is unclear. */
export type FacilityMatch<F extends NamedFacility> =
  | { readonly kind: "found"; readonly facility: F }
  | { readonly kind: "ambiguous"; readonly candidates: ReadonlyArray<F> }
  | { readonly kind: "unknown" }

const normalNames = new WeakMap<ReadonlyArray<NamedFacility>, ReadonlyArray<string>>()

/** The normal name of each facility. Cached per list, because the palette looks names up on every keystroke. */
const normalNamesOf = (facilities: ReadonlyArray<NamedFacility>): ReadonlyArray<string> => {
  const names = normalNames.get(facilities) ?? facilities.map(({ facilityName }) => normalName(facilityName))
  normalNames.set(facilities, names)
  return names
}

/**
 * Finds a facility by typed text: first by id or full name, then by the start of one name, then by part of one name; ignoring
 * case and repeated spaces. If a step matches several, they are returned and no later step is tried, so that nothing is done at
 * the wrong facility.
 */
export const findFacility = <F extends NamedFacility>(facilities: ReadonlyArray<F>, text: string): FacilityMatch<F> => {
  const wanted = normalName(text)
  if (wanted === "") return { kind: "unknown" }
  const id = String(Number(wanted)) === wanted ? Number(wanted) : null
  const steps: ReadonlyArray<(facility: F, name: string) => boolean> = [
    (facility, name) => name === wanted || facility.facilityID === id,
    (_, name) => name.startsWith(wanted),
    (_, name) => name.includes(wanted)
  ]
  const names = normalNamesOf(facilities)
  for (const fits of steps) {
    const [first, ...others] = facilities.filter((facility, at) => fits(facility, names[at]!))
    if (first === undefined) continue
    return others.length === 0
      ? { kind: "found", facility: first }
      : { kind: "ambiguous", candidates: [first, ...others] }
  }
  return { kind: "unknown" }
}

/** How several facilities are typed, in options, files and the palette. */
export const facilityListForm = "by name or id, separated by ; or ,"

/**
 * Splits a list of facilities into names and ids. A semicolon always separates. A comma separates too, except inside the full
 * name of one of these facilities.
 */
export const facilityList = (facilities: ReadonlyArray<NamedFacility>, text: string): ReadonlyArray<string> => {
  const names = normalNamesOf(facilities)
  return text
    .split(";")
    .flatMap((part) => (part.includes(",") && !names.includes(normalName(part)) ? part.split(",") : [part]))
    .map((name) => name.trim())
    .filter((name) => name !== "")
}
