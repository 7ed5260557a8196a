import { describe, expect, it } from "vitest"
import { requiredWords, withVerb } from "#core/base/fieldWords.ts"

describe("a field's label in a sentence", () => {
  it.each(["Events", "Facilities", "Old hours"])("is plural: %s", (label) => {
    expect(withVerb(label)).toBe(`${label} are`)
    expect(requiredWords(label)).toBe(`${label} are required.`)
  })

  it.each(["Status", "Address", "Facility", "Serial code"])("is singular: %s", (label) => {
    expect(withVerb(label)).toBe(`${label} is`)
    expect(requiredWords(label)).toBe(`${label} is required.`)
  })
})
