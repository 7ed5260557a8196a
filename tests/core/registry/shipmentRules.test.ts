import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { shipmentRowIssue } from "#core/registry/shipmentRules.ts"

const issue = (serialCode: string, unlockCode: string) => shipmentRowIssue({ row: 3, serialCode, unlockCode })

describe("a shipment row", () => {
  it("is valid with 8 and 4 digits, including leading zeros", () => {
    expect(issue("00000001", "0000")).toBeNull()
    expect(issue("10482233", "0042")).toBeNull()
  })

  it.each([
    ["1048223", "1234", "serialCode", "Serial Code must be 8 digits, found 7 digits."],
    ["104822334", "1234", "serialCode", "Serial Code must be 8 digits, found 9 digits."],
    ["", "1234", "serialCode", "Serial Code must be 8 digits, found nothing."],
    ["1048-2233", "1234", "serialCode", "Serial Code must be 8 digits, found '1048-2233'."],
    ["10482233\n", "1234", "serialCode", "Serial Code must be 8 digits, found '10482233\n'."],
    ["１０４８２２３３", "1234", "serialCode", "Serial Code must be 8 digits, found '１０４８２２３３'."],
    ["10482233", "42", "unlockCode", "Combination must be 4 digits, found 2 digits."],
    ["10482233", "", "unlockCode", "Combination must be 4 digits, found nothing."],
    ["10482233", "12 34", "unlockCode", "Combination must be 4 digits, found something else."],
    ["10482233", "1234\n", "unlockCode", "Combination must be 4 digits, found something else."],
    ["10482233", "'1'2'", "unlockCode", "Combination must be 4 digits, found something else."]
  ])("%j, %j", (serialCode, unlockCode, column, error) => {
    expect(issue(serialCode, unlockCode)).toMatchObject({ row: 3, column, error })
    expect(issue(serialCode, unlockCode)?.fix).toMatch(/leading zeros/)
  })

  it.each(["2.01E+07", "2,01E+07", "20,100,399", "20.100.399"])("knows %s as a number of a spreadsheet", (serialCode) =>
    expect(issue(serialCode, "1234")?.fix).toBe(
      "Your spreadsheet shows the code as a number: format the column as text and enter all 8 digits."
    )
  )

  it("never repeats a malformed combination in its message", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 5, unit: "binary" }).filter((text) => text.trim() !== ""),
        (code) => {
          const error = issue("10482233", code)?.error ?? ""
          expect(error).toMatch(/^Combination must be 4 digits, found (\d+ digits|something else)\.$/)
        }
      ),
      { numRuns: 500 }
    )
  })
})
