import { describe, expect, it } from "vitest"
import { choiceCalled, matchingChoices } from "#web/ui/comboboxChoices.ts"

const choices = ["Maple Street", "Oak", "Old Maple", "Émile Road", "oak"].map((label, value) => ({ value, label }))
const found = (text: string) => matchingChoices(choices, text).map(({ label }) => label)

describe("choices by a part of their name", () => {
  it("are all, in their order, where nothing is typed", () => {
    expect(matchingChoices(choices, " ")).toBe(choices)
  })

  it("have the text in them, case and accents aside, those that begin with it first", () => {
    expect(found("maple")).toEqual(["Maple Street", "Old Maple"])
    expect(found("EMI")).toEqual(["Émile Road"])
    expect(found("nowhere")).toEqual([])
  })

  it("are meant by their whole name where only one has it", () => {
    expect(choiceCalled(choices, " maple street ")?.value).toBe(0)
    expect(choiceCalled(choices, "maple")).toBeUndefined()
    expect(choiceCalled(choices, "oak")).toBeUndefined()
  })
})
