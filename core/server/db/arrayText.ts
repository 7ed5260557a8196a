type Value = string | number | boolean | object | null

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`

const written = (value: Value): string => {
  if (value === null) return "NULL"
  if (typeof value === "string") return quoted(value)
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value)
}

/**
 * Formats a list as PostgreSQL array text, for a cast parameter: `${arrayText(names)}::text[]`. Objects become JSON. Given an
 * array, the driver looks up the type of each element and encodes them one by one, which took as long as the statement; and it
 * finds no type for only nulls, or for a mix of integers and other numbers.
 */
export const arrayText = (values: ReadonlyArray<Value>): string => {
  let text = ""
  for (const value of values) text += text === "" ? written(value) : `,${written(value)}`
  return `{${text}}`
}
