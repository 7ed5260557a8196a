import { normalName } from "#core/base/findNamed.ts"
import type { FacilityId } from "#core/base/ids.ts"

/** The fields by which a facility is found. Companies are found in the same way, so the ID can be theirs. */
interface Findable {
  readonly facilityID: number
  readonly facilityName: string
}

export interface NamedFacility extends Findable {
  readonly facilityID: FacilityId
}

/** The facility that was meant, or why it is unclear. */
export type FacilityMatch<F extends Findable> =
  | { readonly kind: "found"; readonly facility: F }
  | { readonly kind: "ambiguous"; readonly candidates: ReadonlyArray<F> }
  | { readonly kind: "unknown" }

interface Names {
  /** The normal name of each facility. */
  readonly all: ReadonlyArray<string>
  /** Indexes of the facilities with a name. */
  readonly places: ReadonlyMap<string, ReadonlyArray<number>>
}

const known = new WeakMap<ReadonlyArray<Findable>, Names>()

/** The names of facilities. Cached per list, because the palette looks names up on every keystroke. */
const namesOf = (facilities: ReadonlyArray<Findable>): Names => {
  const before = known.get(facilities)
  if (before !== undefined) return before
  const all = facilities.map(({ facilityName }) => normalName(facilityName))
  const places = new Map<string, Array<number>>()
  all.forEach((name, at) => {
    const same = places.get(name)
    if (same === undefined) places.set(name, [at])
    else same.push(at)
  })
  const names = { all, places }
  known.set(facilities, names)
  return names
}

/**
 * Finds a facility by typed text: first by id or full name, then by the start of one name, then by part of one name; ignoring
 * case and repeated spaces. If a step matches several, they are returned and no later step is tried, so that nothing is done at
 * the wrong facility. For the same reason a number is never part of a name: `5` doesn't mean `5th Street`. With `whole`, only
 * an id or a full name is found.
 */
export const findFacility = <F extends Findable>(
  facilities: ReadonlyArray<F>,
  text: string,
  whole = false
): FacilityMatch<F> => {
  const wanted = normalName(text)
  if (wanted === "") return { kind: "unknown" }
  const id = String(Number(wanted)) === wanted ? Number(wanted) : null
  const { all, places } = namesOf(facilities)
  const exact = () => {
    const named = (places.get(wanted) ?? []).map((at) => facilities[at]!)
    const numbered = id === null ? [] : facilities.filter(({ facilityID }) => facilityID === id)
    return [...new Set([...named, ...numbered])]
  }
  const partial = [
    () => facilities.filter((_, at) => all[at]!.startsWith(wanted)),
    () => facilities.filter((_, at) => all[at]!.includes(wanted))
  ]
  const steps: ReadonlyArray<() => ReadonlyArray<F>> = [exact, ...(id === null && !whole ? partial : [])]
  for (const step of steps) {
    const [facility, ...others] = step()
    if (facility === undefined) continue
    return others.length === 0 ? { kind: "found", facility } : { kind: "ambiguous", candidates: [facility, ...others] }
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
  const { places } = namesOf(facilities)
  return text
    .split(";")
    .flatMap((part) => (part.includes(",") && !places.has(normalName(part)) ? part.split(",") : [part]))
    .map((name) => name.trim())
    .filter((name) => name !== "")
}
