import { describe, expect, it } from "vitest"
import { choiceCalled, matchingChoices } from "#web/ui/comboboxChoices.ts"

const choices = ["Maple Street", "Oak", "Old Maple", "Émile Road", "oak"].map((label, value) => ({ value, label }))
const found = (text: string) => matchingChoices(choices, text).map(({ label }) => label)

describe("choices by part of their name", () => {
  it("are all in their order for an empty text", () => {
    expect(matchingChoices(choices, " ")).toBe(choices)
  })

  it("contain the text, ignoring case and accents, with prefix matches first", () => {
    expect(found("maple")).toEqual(["Maple Street", "Old Maple"])
    expect(found("EMI")).toEqual(["Émile Road"])
    expect(found("nowhere")).toEqual([])
  })

  it("are selected by their exact name if only one has it", () => {
    expect(choiceCalled(choices, " maple street ")?.value).toBe(0)
    expect(choiceCalled(choices, "maple")).toBeUndefined()
    expect(choiceCalled(choices, "oak")).toBeUndefined()
  })
})
