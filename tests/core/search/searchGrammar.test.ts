import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { maxParts, parse, print, typedSerial } from "#core/base/search/searchGrammar.ts"
import { filterKeys, type Query, scopes, type Term } from "#core/base/search/searchQuery.ts"
import { anything, query, typed } from "./samples.ts"

const term = (kind: Term["kind"], text: string): Term => ({ kind, text })
const terms = (input: string) => parse(input).terms
const kinds = (input: string) => parse(input).problems.map(({ kind }) => kind)
const tree = ({ scope, terms, filters, arguments: values }: Query): Query => ({
  scope,
  terms,
  filters,
  arguments: values
})

describe("terms", () => {
  it.each([
    ["40001007", [term("serial", "40001007")]],
    ["4000 1007", [term("serial", "40001007")]],
    ["4000-1007", [term("serial", "40001007")]],
    ["4000\u00a01007", [term("serial", "40001007")]],
    ["4000 1007 4000 1015", [term("serial", "40001007"), term("serial", "40001015")]],
    ["\uff14\uff10\uff10\uff10\uff11\uff10\uff10\uff17", [term("serial", "40001007")]],
    ["\u0664\u0660\u0660\u0660\u0661\u0660\u0660\u0667", [term("serial", "40001007")]],
    ["\u06f4\u06f0\u06f0\u06f0\u06f1\u06f0\u06f0\u06f7", [term("serial", "40001007")]],
    ["4000, 1007", [term("digits", "4000"), term("digits", "1007")]],
    ["4000 10075", [term("digits", "4000"), term("digits", "10075")]],
    ["12", [term("digits", "12")]],
    ["4000100", [term("digits", "4000100")]],
    ["5 123456789", [term("word", "5"), term("word", "123456789")]],
    ["maple a12 b-12", [term("word", "maple"), term("word", "a12"), term("word", "b-12")]],
    ['"Maple  St" x', [term("phrase", "Maple St"), term("word", "x")]],
    ["\u201cMaple St\u201d", [term("phrase", "Maple St")]],
    ["maple #42", [term("word", "maple"), term("id", "42")]],
    ["dana@example.com 12:30", [term("word", "dana@example.com"), term("word", "12:30")]]
  ])("%s", (input, expected) => {
    expect(parse(input)).toMatchObject({ scope: undefined, terms: expected, filters: [], arguments: [], problems: [] })
  })
})

describe("a pasted address", () => {
  it.each([
    ["http://127.0.0.1:4471/locks/10482233", "10482233"],
    ["https://lockdesk.example.com/locks/10482233?tab=log#top", "10482233"],
    ["https://lockdesk.example.com/find?serial=10482233", "10482233"],
    ["127.0.0.1:4471/locks/10482233", "10482233"],
    ["localhost:4471/locks/10482233/", "10482233"],
    ["/locks/00017511", "00017511"],
    ["lock.example.com/00017511", "00017511"],
    ["  HTTPS://LOCK.EXAMPLE.COM/00017511  ", "00017511"]
  ])("is the serial code in it: %s", (input, serial) => {
    const query = parse(input)
    expect(query).toMatchObject({ terms: [term("serial", serial)], filters: [], arguments: [], problems: [] })
    expect(typedSerial(query)).toBe(serial)
  })
  it.each([
    "https://hooks.example.com/lockdesk",
    "http://127.0.0.1:4471/locks/123456789",
    "http://lock.example.com/a1234567"
  ])("without a serial code is a word, not a filter: %s", (input) =>
    expect(parse(input)).toMatchObject({ terms: [term("word", input)], filters: [], problems: [] })
  )
  it("is not taken for a filter or an argument, nor those for an address", () => {
    expect(parse("unit:12/3")).toMatchObject({ terms: [], filters: [{ key: "unit", value: "12/3" }] })
    expect(parse("url=https://hooks.example.com/10482233")).toMatchObject({
      terms: [],
      arguments: [{ name: "url", value: "https://hooks.example.com/10482233" }]
    })
    expect(kinds("foo:bar")).toEqual(["unknownFilter"])
  })
})

describe("scopes", () => {
  it.each(scopes.map(({ sign, name }) => [sign, name] as const))("%s is %s", (sign, name) => {
    expect(parse(sign)).toMatchObject({ scope: name, terms: [], problems: [] })
    expect(parse(`  ${sign}maple`)).toMatchObject({ scope: name, terms: [term("word", "maple")] })
  })
  it("is only the first character", () => {
    expect(parse("maple >x")).toMatchObject({ scope: undefined, terms: [term("word", "maple"), term("word", ">x")] })
  })
  it("tells an ID after # from part of a serial code, and never takes a serial code for an ID", () => {
    expect(parse("#42")).toMatchObject({ scope: "locks", terms: [term("id", "42")] })
    expect(parse("# 42")).toMatchObject({ scope: "locks", terms: [term("digits", "42")] })
    expect(parse("##42")).toMatchObject({ scope: "locks", terms: [term("id", "42")] })
    expect(parse("#40001007")).toMatchObject({ scope: "locks", terms: [term("serial", "40001007")] })
    expect(parse("#4000 1007")).toMatchObject({ scope: "locks", terms: [term("serial", "40001007")] })
    expect(parse("!#42")).toMatchObject({ scope: "facilities", terms: [term("id", "42")] })
    expect(parse("!42")).toMatchObject({ scope: "facilities", terms: [term("digits", "42")] })
  })
})

describe("filters and arguments", () => {
  it.each(filterKeys.filter((key) => key !== "updated"))("%s:", (key) => {
    expect(parse(`${key}:Lost`).filters).toEqual([{ key, value: "Lost", not: false }])
    expect(parse(`-${key.toUpperCase()}:"Maple St"`).filters).toEqual([{ key, value: "Maple St", not: true }])
  })
  it("accepts a quote only at the start of a value", () => {
    expect(parse('facility:ma"ple st"')).toMatchObject({
      filters: [{ key: "facility", value: "ma" }],
      terms: [term("phrase", "ple st")]
    })
  })
  it("reads is(...) as is:", () => {
    expect(parse("is(inventory) -is(active)").filters).toEqual([
      { key: "is", value: "inventory", not: false },
      { key: "is", value: "active", not: true }
    ])
  })
  it("reads arguments, including an empty quoted one", () => {
    expect(parse('> set-unit unit=12 note="left, side" color=""')).toMatchObject({
      scope: "commands",
      terms: [term("word", "set-unit")],
      arguments: [
        { name: "unit", value: "12" },
        { name: "note", value: "left, side" },
        { name: "color", value: "" }
      ]
    })
  })
  it.each(["today", "7d", "12h", "2026", "2026-11", ">=2026-11-20", "<2026", "2026-11-01..2026-11-20"])(
    "updated:%s",
    (value) => {
      expect(parse(`updated:${value}`)).toMatchObject({
        filters: [{ key: "updated", value, not: false }],
        problems: []
      })
    }
  )
})

describe("unfinished input", () => {
  it("uses an open quote's text, and reports it as unterminated", () => {
    expect(parse('x "Maple St')).toMatchObject({
      terms: [term("word", "x"), term("phrase", "Maple St")],
      problems: [{ kind: "unterminated", start: 2, end: 11 }]
    })
    expect(parse('facility:"Maple St')).toMatchObject({
      filters: [{ key: "facility", value: "Maple St" }],
      problems: [{ kind: "unterminated", start: 9, end: 18 }]
    })
    expect(parse("is(inv")).toMatchObject({
      filters: [{ key: "is", value: "inv" }],
      problems: [{ kind: "unterminated" }]
    })
  })
  it("ignores a filter without a value", () => {
    expect(parse("maple status:")).toMatchObject({
      terms: [term("word", "maple")],
      filters: [],
      problems: [{ kind: "empty", start: 6, end: 13 }]
    })
  })
  it.each([
    ["foo:bar", ["unknownFilter"]],
    ["updated:2026-", ["unknownValue"]],
    ["updated:2026-02-30", ["unknownValue"]],
    ["-maple", ["excludedTerm"]],
    ['-"maple st" x', ["excludedTerm"]],
    ["-", ["excludedTerm"]],
    ["x #", ["empty"]],
    ['""', ["empty"]],
    ['"', ["unterminated"]],
    ["note=", ["empty"]],
    ["is(", ["empty"]]
  ])("%s", (input, expected) => {
    expect(kinds(input)).toEqual(expected)
    expect(terms(input).filter(({ text }) => text !== "x")).toEqual([])
    expect(parse(input).filters).toEqual([])
  })
  it("reads a bounded number of parts, and reports what it dropped", () => {
    const parsed = parse("ab ".repeat(maxParts + 5))
    expect(parsed.terms).toHaveLength(maxParts)
    expect(parsed.problems).toMatchObject([{ kind: "tooMuch", start: maxParts * 3 }])
  })
})

describe("typedSerial", () => {
  it.each(["40001007", " 4000 1007 ", "#40001007", "# 4000-1007"])("%s", (input) => {
    expect(typedSerial(parse(input))).toBe("40001007")
  })
  it.each([
    "4000100",
    "40001007 x",
    ">40001007",
    "40001007 status:lost",
    "40001007 40001015",
    "40001007 foo:bar",
    '"40001007"'
  ])("finds nothing in %s", (input) => {
    expect(typedSerial(parse(input))).toBeUndefined()
  })
})

describe("print", () => {
  it.each([
    ["4000,1007", "4000, 1007"],
    ["4000-1007", "40001007"],
    ["#42", "# #42"],
    [",>x", ", >x"],
    [", #42", ", #42"],
    ['status:lost  maple facility:"Maple St"', 'maple status:lost facility:"Maple St"']
  ])("%s", (input, expected) => {
    expect(print(parse(input))).toBe(expected)
  })
})

describe("for any input", () => {
  it("parse reverses print", () => {
    fc.assert(
      fc.property(query, (any) => {
        expect(parse(print(any))).toEqual({ ...any, problems: [] })
      }),
      { numRuns: 1000 }
    )
  })
  it("what was parsed from it survives print and parse", () => {
    fc.assert(
      fc.property(fc.oneof(anything, typed), (input) => {
        const parsed = parse(input)
        expect(tree(parse(print(parsed)))).toEqual(tree(parsed))
      }),
      { numRuns: 500 }
    )
  })
  it("every problem has a position in it", () => {
    fc.assert(
      fc.property(anything, (input) => {
        for (const { start, end, message } of parse(input).problems) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(input.length)
          expect(message).not.toBe("")
        }
      })
    )
  })
})
