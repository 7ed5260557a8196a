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

describe("choosing the column of a field", () => {
  it("begins with what is proposed, and says how sure it is", () => {
    expect(columnOf(proposed, "facilityName")).toMatchObject({ column: 0, confidence: "exact" })
    expect(columnOf(proposed, "phoneNumber")).toMatchObject({ column: 1, confidence: "likely" })
    expect(columnOf(proposed, "street")).toMatchObject({ column: null, confidence: null })
    expect(leftOut(columns, proposed)).toEqual(["Notes"])
  })

  it("takes it from the field that had it, and frees the one the field had", () => {
    const moved = chooseColumn(proposed, "facilityName", 1)
    expect(columnOf(moved, "facilityName")).toMatchObject({ column: 1, confidence: "chosen" })
    expect(columnOf(moved, "phoneNumber")).toMatchObject({ column: null })
    expect(leftOut(columns, moved)).toEqual(["Facility Name", "Notes"])
  })

  it("can be none", () => {
    expect(columnOf(chooseColumn(proposed, "facilityName", null), "facilityName")).toMatchObject({ column: null })
  })

  it("offers the fields of the software, and no others", () => {
    expect(columnOf(proposed, "corporateCode")).toBeDefined()
    expect(
      fieldChoices(importFields(Fms.id.NotListed), proposed).some(({ field }) => field.name === "corporateCode")
    ).toBe(false)
  })

  it("has words for every confidence", () => {
    for (const each of mappingConfidences) expect(confidenceWords[each]).not.toBe("")
  })
})
