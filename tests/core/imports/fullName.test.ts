import { describe, expect, it } from "vitest"
import { splitName } from "#core/imports/fullName.ts"
import { userImportFields } from "#core/imports/importFields.ts"
import { proposeMapping } from "#core/imports/importMapping.ts"

const proposed = (...headers: ReadonlyArray<string>) => proposeMapping(userImportFields, headers, null)
const fields = (...headers: ReadonlyArray<string>) => proposed(...headers).map(({ field }) => field)

describe("a name in one cell", () => {
  it.each([
    ["Jane Doe", "Jane", "Doe"],
    ["  Mary Ann   Doe ", "Mary Ann", "Doe"],
    ["Doe, Jane", "Jane", "Doe"],
    ["de la Cruz,Mary Ann", "Mary Ann", "de la Cruz"],
    ["Jane", "Jane", ""],
    ["Doe,", "", "Doe"],
    ["", "", ""]
  ])("%j is split", (text, firstName, lastName) => {
    expect(splitName(text)).toEqual({ firstName, lastName })
  })

  it("is proposed for a known header, if the file has no first or last name", () => {
    expect(proposed("Email", "Name", "Role")[1]).toEqual({ field: "fullName", confidence: "likely" })
    expect(fields("Email", "Full Name")).toEqual(["email", "fullName"])
    expect(fields("Email", "Name", "First name", "Surname")).toEqual(["email", null, "firstName", "lastName"])
    // Never guessed: it could rename users to companies.
    expect(fields("Email", "Company name")).toEqual(["email", null])
  })
})

it("proposes the first of several columns with the same header only as a guess", () => {
  expect(proposed("Email", "Role", "E-mail", "email ")).toEqual([
    { field: "email", confidence: "guess" },
    { field: "role", confidence: "exact" },
    { field: null, confidence: null },
    { field: null, confidence: null }
  ])
})
