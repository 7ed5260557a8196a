import { normalName } from "./findNamed.ts"

/** The number and the name by which a thing is found. */
export interface Naming<T> {
  readonly idOf: (one: T) => number
  readonly nameOf: (one: T) => string
}

/** The thing that was meant, or why it is unclear. */
export type Match<T> =
  | { readonly kind: "found"; readonly one: T }
  | { readonly kind: "ambiguous"; readonly candidates: ReadonlyArray<T> }
  | { readonly kind: "unknown" }

interface Names {
  /** The normal name of each. */
  readonly all: ReadonlyArray<string>
  /** Indexes of those with a name. */
  readonly places: ReadonlyMap<string, ReadonlyArray<number>>
}

const known = new WeakMap<ReadonlyArray<unknown>, Names>()

/** The names of a list. Cached per list, because the palette looks names up on every keystroke. */
export const namesOf = <T>(list: ReadonlyArray<T>, nameOf: (one: T) => string): Names => {
  const before = known.get(list)
  if (before !== undefined) return before
  const all = list.map((one) => normalName(nameOf(one)))
  const places = new Map<string, Array<number>>()
  all.forEach((name, at) => {
    const same = places.get(name)
    if (same === undefined) places.set(name, [at])
    else same.push(at)
  })
  const names = { all, places }
  known.set(list, names)
  return names
}

/**
 * Finds a thing by typed text: first by id or full name, then by the start of one name, then by part of one name; ignoring case
 * and repeated spaces. If a step matches several, they are returned and no later step is tried, so that nothing is done to the
 * wrong one. For the same reason a number is never part of a name: `5` doesn't mean `5th Street`. With `whole`, only an id or a
 * full name is found.
 */
export const findByName = <T>(
  list: ReadonlyArray<T>,
  text: string,
  { idOf, nameOf }: Naming<T>,
  whole = false
): Match<T> => {
  const wanted = normalName(text)
  if (wanted === "") return { kind: "unknown" }
  const id = String(Number(wanted)) === wanted ? Number(wanted) : null
  const { all, places } = namesOf(list, nameOf)
  const exact = () => {
    const named = (places.get(wanted) ?? []).map((at) => list[at]!)
    const numbered = id === null ? [] : list.filter((one) => idOf(one) === id)
    return [...new Set([...named, ...numbered])]
  }
  const partial = [
    () => list.filter((_, at) => all[at]!.startsWith(wanted)),
    () => list.filter((_, at) => all[at]!.includes(wanted))
  ]
  const steps: ReadonlyArray<() => ReadonlyArray<T>> = [exact, ...(id === null && !whole ? partial : [])]
  for (const step of steps) {
    const [one, ...others] = step()
    if (one === undefined) continue
    return others.length === 0 ? { kind: "found", one } : { kind: "ambiguous", candidates: [one, ...others] }
  }
  return { kind: "unknown" }
}
