type Value = string | number | boolean | object | null

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text}"`

const written = (value: Value): string => {
  if (value === null) return "NULL"
  if (typeof value === "string") return quoted(value)
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value)
}

/**
 * A list as PostgreSQL writes one, for a parameter that is cast: `${arrayText(names)}::text[]`. Objects are written as JSON. Of
 * an array the driver looks for the type of each element and writes it by itself, which took as long as the statement; and it
 * finds no type for nulls alone, nor one for whole numbers beside others.
 */
export const arrayText = (values: ReadonlyArray<Value>): string => {
  let text = ""
  for (const value of values) text += text === "" ? written(value) : `,${written(value)}`
  return `{${text}}`
}
