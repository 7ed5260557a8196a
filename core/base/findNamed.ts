/** A thing that people know by a name, and the contract by a number. */
export interface Named {
  readonly id: number
  readonly name: string
}

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/**
 * The things whose whole name was typed, case and repeated blanks aside. Parts of names are no match, so
 * that nothing is done to what was only probably meant.
 */
export const findNamed = <T extends Named>(all: ReadonlyArray<T>, typed: string): ReadonlyArray<T> => {
  const wanted = normal(typed)
  return all.filter(({ name }) => normal(name) === wanted)
}

/** The number that was typed for a thing, or null where it is a name. */
export const typedNumber = (typed: string): number | null => {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
