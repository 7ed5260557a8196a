import { Result } from "effect"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { parseFilter, parseSort, sortFields } from "#core/locks/lockSearch.ts"

const filter = (text: string | undefined) => Result.getOrThrow(parseFilter(text))
const sort = (text: string | undefined) => Result.getOrThrow(parseSort(text))
const refusedFilter = (text: string) => Result.getOrThrow(Result.flip(parseFilter(text)))
const refusedSort = (text: string) => Result.getOrThrow(Result.flip(parseSort(text)))

/** Names that every JavaScript object has, and that mean nothing here. */
const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "isPrototypeOf"]

const filterKeys = [
  "text",
  "key",
  "serialCode",
  "serial",
  "unit",
  "unitNumber",
  "status",
  "secondaryLockStatus",
  "facilityID",
  "color",
  "updatedBy",
  "inventory"
]

describe("a filter", () => {
  it.each([
    [undefined, {}],
    ["", {}],
    [";;", {}],
    ["text=1048", { text: "1048" }],
    ["key=1048", { text: "1048" }],
    ["text=", {}],
    ["text=%20B-1%20", { text: "B-1" }],
    ["serialCode=00000001", { serialCode: "00000001" }],
    ["unitNumber=A%3B1%3D2", { unit: "A;1=2" }],
    ["unit=a=b", { unit: "a=b" }],
    ["secondaryLockStatus=1006", { status: [1006] }],
    ["status=1001,Assigned Overlock", { status: [1001, 1004] }],
    ["status=tenant using lock", { status: [1006] }],
    ["facilityID=7", { facilityID: 7 }],
    ["color=-4144960", { color: -4144960 }],
    ["color=Gray", { color: -4144960 }],
    ["updatedBy=Mia", { updatedBy: "Mia" }],
    ["inventory=true", { inventory: true }],
    ["inventory=false;unit=7", { inventory: false, unit: "7" }],
    ["unit=1;unit=2", { unit: "2" }]
  ])("%j", (text, criteria) => {
    expect(filter(text)).toEqual(criteria)
  })

  it.each([
    ["colour=gray", "colour=gray"],
    ["text", "text"],
    ["=x", "=x"],
    ["unit=1;nonsense=2;color=gray", "nonsense=2"],
    ["serialCode=1048223", "serialCode=1048223"],
    ["serialCode=１０４８２２３３", "serialCode=１０４８２２３３"],
    ["status=1013", "status=1013"],
    ["status=", "status="],
    ["status=1001,", "status=1001,"],
    ["facilityID=0", "facilityID=0"],
    ["facilityID=1.5", "facilityID=1.5"],
    ["facilityID=0x10", "facilityID=0x10"],
    ["facilityID=1e3", "facilityID=1e3"],
    ["facilityID=", "facilityID="],
    ["facilityID=2147483648", "facilityID=2147483648"],
    ["color=mauve", "color=mauve"],
    ["status=Mostly%20Fine", "status=Mostly Fine"],
    ["inventory=yes", "inventory=yes"],
    ["unit=%zz", "unit=%zz"],
    ["text=%00", "text=%00"],
    ...inherited.map((name) => [`${name}=1`, `${name}=1`])
  ])("refuses %j and names the part", (text = "", part = "") => {
    expect(refusedFilter(text)).toMatchObject({ _tag: "SearchRefused", data: { part } })
    expect(refusedFilter(text).data.expected).not.toBe("")
  })

  it("never throws, and always refuses an unknown key with its part", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        parseFilter(text)
        parseSort(text)
      }),
      { numRuns: 500 }
    )
    const unknown = fc.string({ unit: "binary" }).filter((name) => !/[=;]/.test(name) && !filterKeys.includes(name))
    fc.assert(
      fc.property(
        unknown,
        fc.string().filter((value) => !value.includes(";")),
        (name, value) => {
          expect(refusedFilter(`unit=1;${name}=${value}`).data.part).toBe(`${name}=${value}`)
        }
      ),
      { numRuns: 500 }
    )
  })

  it("accepts any encoded text as a value, unchanged", () => {
    const value = fc.string({ unit: "grapheme" }).filter((text) => text.trim() !== "" && !text.includes("\u0000"))
    fc.assert(
      fc.property(value, (text) => {
        expect(filter(`unit=${encodeURIComponent(text)};text=${encodeURIComponent(text)}`)).toEqual({
          unit: text.trim(),
          text: text.trim()
        })
      }),
      { numRuns: 300 }
    )
  })
})

describe("a sort", () => {
  it.each([
    [undefined, { field: "serialCode", descending: false }],
    ["", { field: "serialCode", descending: false }],
    ["updatedOn=desc", { field: "updatedOn", descending: true }],
    ["updatedOn=ASC", { field: "updatedOn", descending: false }],
    ["unit=asc", { field: "unitNumber", descending: false }],
    ["status=desc", { field: "secondaryLockStatus", descending: true }],
    ["color", { field: "color", descending: false }]
  ])("%j", (text, expected) => {
    expect(sort(text)).toEqual(expected)
  })

  it("accepts seven fields in both directions", () => {
    expect(sortFields).toHaveLength(7)
    for (const field of sortFields) {
      for (const direction of ["asc", "desc"]) {
        expect(sort(`${field}=${direction}`)).toEqual({ field, descending: direction === "desc" })
      }
    }
  })

  it.each([
    "lockID=asc",
    "serialCode=up",
    "serialCode=ascending",
    "serialCode=xdesc",
    "serialCode=",
    "serialCode=asc=desc",
    "serialCode;asc",
    " ",
    ...inherited
  ])("refuses %j", (text) => {
    expect(refusedSort(text)).toMatchObject({ _tag: "SearchRefused", data: { part: text } })
  })

  it("refuses every other field and names the part", () => {
    const known = [...sortFields, "unit", "status", ""] as ReadonlyArray<string>
    const unknown = fc.string({ unit: "binary" }).filter((name) => !name.includes("=") && !known.includes(name))
    fc.assert(
      fc.property(unknown, (name) => {
        expect(refusedSort(`${name}=asc`).data.part).toBe(`${name}=asc`)
      }),
      { numRuns: 300 }
    )
  })
})
