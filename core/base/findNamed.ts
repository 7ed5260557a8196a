/** A thing that people know by a name, and the contract by a number. */
export interface Named {
  readonly id: number
  readonly name: string
  /** When it ended for good, of what can. */
  readonly revokedOn?: string | null
}

/** What can still be used of some things. */
export const notRevoked = <T extends Named>(all: ReadonlyArray<T>): ReadonlyArray<T> =>
  all.filter(({ revokedOn }) => revokedOn === undefined || revokedOn === null)

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/**
 * The things whose whole name was typed, case and repeated blanks aside. Parts of names are no match, so
 * that nothing is done to what was only probably meant. What was revoked is meant only where nothing else has its name.
 */
export const findNamed = <T extends Named>(all: ReadonlyArray<T>, typed: string): ReadonlyArray<T> => {
  const wanted = normal(typed)
  const found = all.filter(({ name }) => normal(name) === wanted)
  const left = notRevoked(found)
  return left.length > 0 ? left : found
}

/** The number that was typed for a thing, or null where it is a name. */
export const typedNumber = (typed: string): number | null => {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
