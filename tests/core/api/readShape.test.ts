import { describe, expect, it } from "vitest"
import type { Shape } from "#core/api/calls/CallSpec.ts"
import { readShape } from "#core/api/calls/readShape.ts"

const person: Shape = {
  facts: { name: "text", places: { list: { either: ["number", { facts: { id: "number" }, optional: [] }] } } },
  optional: ["places"]
}
const list: Shape = { facts: { data: { list: person } }, optional: [] }

describe("a response read by its shape", () => {
  it("is used as it is, without a copy, if it has no unknown fields", () => {
    const given = { data: [{ name: "Ann", places: [1, { id: 2 }] }, { name: "Bo" }] }
    expect(readShape(list, given)).toBe(given)
  })

  it("has no unknown fields, at any depth", () => {
    const given = { more: 1, data: [{ name: "Ann" }, { name: "Bo", age: 3, places: [1, { id: 2, at: "x" }] }] }
    expect(readShape(list, given)).toEqual({ data: [{ name: "Ann" }, { name: "Bo", places: [1, { id: 2 }] }] })
  })

  it("has its fields in the order of the shape", () => {
    const read = readShape(person, { places: [{ id: 2 }], name: "Ann" })
    expect(JSON.stringify(read)).toBe('{"name":"Ann","places":[{"id":2}]}')
  })

  it("isn't read if a field is missing or has another type", () => {
    for (const wrong of [{}, { name: 1 }, { name: "Ann", places: ["1"] }, { name: "Ann", places: [{}] }, null, [1]]) {
      expect(readShape(list, { data: [{ name: "Bo" }, wrong] })).toBeUndefined()
    }
  })
})
