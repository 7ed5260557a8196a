/** What a facility is found by. */
export interface NamedFacility {
  readonly facilityID: number
  readonly facilityName: string
}

/** The facility a person meant, or why it cannot be told. */
export type FacilityMatch<F extends NamedFacility> =
  | { readonly kind: "found"; readonly facility: F }
  | { readonly kind: "ambiguous"; readonly candidates: ReadonlyArray<F> }
  | { readonly kind: "unknown" }

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/**
 * Finds a facility by what a person types: its id or its whole name first, then the start of one name, then a part of
 * one name; case and repeated blanks aside. Where a step fits several, they are named and no later step is tried, so that
 * nothing is ever done at a facility that was only probably meant.
 */
export const findFacility = <F extends NamedFacility>(facilities: ReadonlyArray<F>, text: string): FacilityMatch<F> => {
  const wanted = normal(text)
  if (wanted === "") return { kind: "unknown" }
  const steps: ReadonlyArray<(facility: F, name: string) => boolean> = [
    (facility, name) => name === wanted || String(facility.facilityID) === wanted,
    (_, name) => name.startsWith(wanted),
    (_, name) => name.includes(wanted)
  ]
  for (const fits of steps) {
    const [first, ...others] = facilities.filter((facility) => fits(facility, normal(facility.facilityName)))
    if (first === undefined) continue
    return others.length === 0
      ? { kind: "found", facility: first }
      : { kind: "ambiguous", candidates: [first, ...others] }
  }
  return { kind: "unknown" }
}

/** How several facilities are typed, in options, in files and in the palette. */
export const facilityListForm = "by name or id, separated by ; or ,"

/**
 * The names and ids in a list of facilities. A semicolon always separates. A comma separates too, except inside the whole name of one
 * of these facilities.
 */
export const facilityList = (facilities: ReadonlyArray<NamedFacility>, text: string): ReadonlyArray<string> => {
  const names = new Set(facilities.map(({ facilityName }) => normal(facilityName)))
  return text
    .split(";")
    .flatMap((part) => (names.has(normal(part)) ? [part] : part.split(",")))
    .map((name) => name.trim())
    .filter((name) => name !== "")
}
