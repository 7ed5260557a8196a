import { Predicate } from "effect"
import type { Shape } from "./CallSpec.ts"

/** Marks JSON that does not match its shape. */
const mismatch = Symbol("mismatch")

/** Decodes JSON by its shape, dropping unknown fields; undefined if it does not match. */
export const readShape = (shape: Shape, value: unknown): unknown => {
  const read = readAs(shape, value)
  return read === mismatch ? undefined : read
}

const kinds = { text: "string", number: "number", flag: "boolean" } as const

const readAs = (shape: Shape, value: unknown): unknown => {
  if (shape === "anything") return value
  if (typeof shape === "string") return typeof value === kinds[shape] ? value : mismatch
  if ("one" in shape) return shape.one.some((each) => each === value) ? value : mismatch
  if ("either" in shape) {
    for (const each of shape.either) {
      const read = readAs(each, value)
      if (read !== mismatch) return read
    }
    return mismatch
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return mismatch
    const items = value.map((item) => readAs(shape.list, item))
    return items.includes(mismatch) ? mismatch : items
  }
  if (!Predicate.isObject(value)) return mismatch
  const given = value as Readonly<Record<string, unknown>>
  if ("record" in shape) {
    const parts = Object.entries(given).map(([name, part]) => [name, readAs(shape.record, part)] as const)
    return parts.some(([, part]) => part === mismatch) ? mismatch : Object.fromEntries(parts)
  }
  const facts: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(shape.facts)) {
    if (!Object.hasOwn(given, name)) {
      if (shape.optional.includes(name)) continue
      return mismatch
    }
    const read = readAs(part, given[name])
    if (read === mismatch) return mismatch
    facts[name] = read
  }
  return facts
}
