/** A thing that people know by name and the contract by number. */
export interface Named {
  readonly id: number
  readonly name: string
  /** When it was revoked, for things that can be. */
  readonly revokedOn?: string | null
}

/** The things that are not revoked. */
export const notRevoked = <T extends Named>(all: ReadonlyArray<T>): ReadonlyArray<T> =>
  all.filter(({ revokedOn }) => revokedOn === undefined || revokedOn === null)

/** A name as it is compared: ignoring case and repeated spaces. */
export const normalName = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/**
 * The things whose full name was typed, ignoring case and repeated spaces. Partial names don't match, so that nothing
 * is done to the wrong thing. Revoked things match only if nothing else has the name.
 */
export const findNamed = <T extends Named>(all: ReadonlyArray<T>, typed: string): ReadonlyArray<T> => {
  const wanted = normalName(typed)
  const found = all.filter(({ name }) => normalName(name) === wanted)
  const left = notRevoked(found)
  return left.length > 0 ? left : found
}

/** The number that was typed, or null if it is a name. */
export const typedNumber = (typed: string): number | null => {
  const digits = /^#?(\d{1,15})$/.exec(typed.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
