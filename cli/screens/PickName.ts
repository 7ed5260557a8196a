/** One thing that an input can name. */
export interface PickName {
  /** Its line in a list of choices. */
  readonly text: string
  /** What the command gets. */
  readonly value: string
  /** What people call it, each by itself. */
  readonly names: ReadonlyArray<string>
}

/** A thing that is only called by its own name. */
export const plainName = (name: string): PickName => ({ text: name, value: name, names: [name] })

/** People: shown with name and email address, and handed on by the address. */
export const personName = ({ name, email }: { readonly name: string; readonly email: string }): PickName => ({
  text: `${name} · ${email}`,
  value: email,
  names: [name, email]
})

/** Things with a number: named by it as well where others have the same name. */
export const numberedNames = (
  all: ReadonlyArray<{ readonly id: number; readonly name: string }>
): ReadonlyArray<PickName> =>
  all.map(({ id, name }) =>
    all.some((other) => other.id !== id && other.name.trim().toLowerCase() === name.trim().toLowerCase())
      ? { text: `${id} · ${name}`, value: String(id), names: [name] }
      : plainName(name)
  )
