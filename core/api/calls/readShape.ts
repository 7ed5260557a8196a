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

type Facts = Extract<Shape, { readonly facts: unknown }>

const partsOf = new WeakMap<Facts, ReadonlyArray<readonly [string, Shape]>>()

/** The fields of a shape, listed once: a response may have 20,000 rows of it. */
const listedParts = (shape: Facts): ReadonlyArray<readonly [string, Shape]> => {
  const known = partsOf.get(shape)
  if (known !== undefined) return known
  const parts = Object.entries(shape.facts)
  partsOf.set(shape, parts)
  return parts
}

/**
 * Objects and lists without unknown fields are returned as they are, which is much faster for long lists. The fields of an object
 * have the order of its shape, in which they are printed.
 */
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
    if (items.includes(mismatch)) return mismatch
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!Predicate.isObject(value)) return mismatch
  const given = value as Readonly<Record<string, unknown>>
  if ("facts" in shape) return readFacts(shape, given)
  const parts = Object.entries(given).map(([name, part]) => [name, readAs(shape.record, part)] as const)
  return parts.some(([, part]) => part === mismatch) ? mismatch : Object.fromEntries(parts)
}

const readFacts = (shape: Facts, given: Readonly<Record<string, unknown>>): unknown => {
  const changed: Record<string, unknown> = {}
  const names = Object.keys(given)
  let known = 0
  let inOrder = true
  for (const [name, part] of listedParts(shape)) {
    if (!Object.hasOwn(given, name)) {
      if (shape.optional.includes(name)) continue
      return mismatch
    }
    inOrder &&= names[known] === name
    known += 1
    const read = readAs(part, given[name])
    if (read === mismatch) return mismatch
    if (read !== given[name]) changed[name] = read
  }
  if (inOrder && names.length === known && Object.keys(changed).length === 0) return given
  const whole = { ...given, ...changed }
  return Object.fromEntries(
    listedParts(shape).flatMap(([name]) => (Object.hasOwn(whole, name) ? [[name, whole[name]]] : []))
  )
}
