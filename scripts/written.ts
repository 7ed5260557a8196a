/** Serializes a value as JavaScript. Throws for a function or a schema, which can't be serialized. */
export const written = (value: unknown): string => {
  if (value instanceof Set) return `new Set(${written([...value])})`
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}:${written(part)}`)
      .join(",")}}`
  }
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return JSON.stringify(value)
  throw new TypeError(`${String(value)} cannot be written down`)
}
