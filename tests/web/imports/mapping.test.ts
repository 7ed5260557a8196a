import { describe, expect, it } from "vitest"
import { Fms } from "#core/fms/fmsSystems.ts"
import { importFields } from "#core/imports/importFields.ts"
import { proposeMapping } from "#core/imports/importMapping.ts"
import { mappingConfidences } from "#core/imports/mappingConfidences.ts"
import { chooseColumn, confidenceWords, fieldChoices, leftOut } from "#web/features/imports/mapping.ts"
import { importColumn } from "./importFixture.ts"

const headers = ["Facility Name", "Telephone", "Notes"]
const columns = headers.map((header) => importColumn({ header }))
const proposed = proposeMapping(importFields(Fms.id.Sitelink), headers, null)
const columnOf = (mapping: typeof proposed, name: string) =>
  fieldChoices(importFields(Fms.id.Sitelink), mapping).find(({ field }) => field.name === name)

describe("choosing a field's column", () => {
  it("starts with the proposal and its confidence", () => {
    expect(columnOf(proposed, "facilityName")).toMatchObject({ column: 0, confidence: "exact" })
    expect(columnOf(proposed, "phoneNumber")).toMatchObject({ column: 1, confidence: "likely" })
    expect(columnOf(proposed, "street")).toMatchObject({ column: null, confidence: null })
    expect(leftOut(columns, proposed)).toEqual(["Notes"])
  })

  it("takes it from the field that had it, and frees the field's previous column", () => {
    const moved = chooseColumn(proposed, "facilityName", 1)
    expect(columnOf(moved, "facilityName")).toMatchObject({ column: 1, confidence: "chosen" })
    expect(columnOf(moved, "phoneNumber")).toMatchObject({ column: null })
    expect(leftOut(columns, moved)).toEqual(["Facility Name", "Notes"])
  })

  it("can select none", () => {
    expect(columnOf(chooseColumn(proposed, "facilityName", null), "facilityName")).toMatchObject({ column: null })
  })

  it("offers only the software's fields", () => {
    expect(columnOf(proposed, "corporateCode")).toBeDefined()
    expect(
      fieldChoices(importFields(Fms.id.NotListed), proposed).some(({ field }) => field.name === "corporateCode")
    ).toBe(false)
  })

  it("has a label for every confidence", () => {
    for (const each of mappingConfidences) expect(confidenceWords[each]).not.toBe("")
  })
})
