import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { gridSearch, idText, parseSearch, searchOf, stringifySearch } from "#web/routes/search.ts"

const from = Schema.Literals(["Dashboard", "Facilities"])
const read = searchOf({ facilityID: idText(FacilityId), search: Schema.String, show: Schema.Literal("all"), from })
const at = (query: string) => read(parseSearch(query))

describe("a URL's search parameters", () => {
  it("are read by the route's schema, each one separately", () => {
    expect(at("?facilityID=12&search=B%20104&show=all")).toEqual({
      facilityID: 12,
      search: "B 104",
      show: "all",
      from: undefined
    })
  })

  it("drop invalid ones and keep the rest", () => {
    expect(at("?facilityID=abc&search=x&show=some")).toMatchObject({
      facilityID: undefined,
      search: "x",
      show: undefined,
      from: undefined
    })
    for (const id of ["0", "-1", "1.5", "1e3", "2147483648", "12345678901", "1&facilityID=2"]) {
      expect(at(`?facilityID=${id}`).facilityID).toBeUndefined()
    }
    for (const name of ["https://evil.example", "//evil", "constructor", "toString", "dashboard"]) {
      expect(at(`?from=${name}`).from).toBeUndefined()
    }
    expect(at("?from=Dashboard").from).toBe("Dashboard")
    expect(at("?facilityID=2147483647").facilityID).toBe(2_147_483_647)
  })

  it.each([
    ["?search=0012", "0012"],
    ["?search=1e3", "1e3"],
    ["?search=true", "true"],
    ["?search=%22true%22", "true"],
    ["?search=10482233", "10482233"],
    ["?search=%2210482233123%22", "10482233123"],
    ["?search=%22", '"']
  ])("keep the text of %s as typed", (query, text) => {
    expect(at(query).search).toBe(text)
  })

  it.each([
    [{ search: "B 104", page: "2" }, "?search=B+104&page=2"],
    [{ search: "" }, ""],
    [{ search: undefined, facilityID: 7 }, "?facilityID=7"],
    [{ search: "0" }, "?search=%220%22"],
    [{ search: "true" }, "?search=%22true%22"],
    [{ search: "1234567890" }, "?search=%221234567890%22"]
  ])("serialize %o as before: %s", (search, query) => {
    expect(stringifySearch(search)).toBe(query)
  })

  it("keep invalid values in the address until they are replaced or removed", () => {
    const invalid = at("?facilityID=abc&search=x&show=some")
    expect(stringifySearch(invalid)).toBe("?facilityID=abc&search=x&show=some")
    expect(stringifySearch({ ...invalid, facilityID: 7 })).toBe("?facilityID=7&search=x&show=some")
    expect(stringifySearch(read(parseSearch("?from=&show=")))).toBe("")
  })

  it("are read back as written", () => {
    const all = searchOf(gridSearch)
    for (const search of [
      "",
      "0",
      "007",
      "12",
      "1234567890",
      "true",
      "null",
      '"',
      '"a"',
      "{}",
      "[1",
      "-3",
      "ä & b=c",
      " 5"
    ]) {
      expect(all(parseSearch(stringifySearch({ search }))).search ?? "").toBe(search)
    }
  })
})
