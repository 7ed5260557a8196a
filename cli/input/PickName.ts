/** A possible value of an input. */
export interface PickName {
  /** Its line in a list of choices. */
  readonly text: string
  /** The value for the command. */
  readonly value: string
  /** Its names, each one separately. */
  readonly names: ReadonlyArray<string>
}

/** A thing with only one name. */
export const plainName = (name: string): PickName => ({ text: name, value: name, names: [name] })

/** People: shown with name and email address, and identified by the address. */
export const personName = ({ name, email }: { readonly name: string; readonly email: string }): PickName => ({
  text: `${name} · ${email}`,
  value: email,
  names: [name, email]
})

/** Numbered things: the number is added if others have the same name. */
export const numberedNames = (
  all: ReadonlyArray<{ readonly id: number; readonly name: string }>
): ReadonlyArray<PickName> =>
  all.map(({ id, name }) =>
    all.some((other) => other.id !== id && other.name.trim().toLowerCase() === name.trim().toLowerCase())
      ? { text: `${id} · ${name}`, value: String(id), names: [name] }
      : plainName(name)
  )
