/** A name in parts; a part is empty if the text has only one. */
export interface NameParts {
  readonly firstName: string
  readonly lastName: string
}

/** Splits a name in one cell: `Doe, Jane` at its comma, any other before its last word. */
export const splitName = (text: string): NameParts => {
  const name = text.trim()
  const comma = name.indexOf(",")
  if (comma >= 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() }
  const [, firstName = "", lastName = ""] = /^(.*\S)\s+(\S+)$/.exec(name) ?? [name, name]
  return { firstName, lastName }
}

/** Shows how a name is split: `Jane | Doe`. */
export const splitNameText = (text: string): string => {
  const { firstName, lastName } = splitName(text)
  return `${firstName} | ${lastName}`
}
