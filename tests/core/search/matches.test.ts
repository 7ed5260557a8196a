import type { LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { LockIndex } from "#core/base/search/LockIndex.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { entries, locks, typed } from "./samples.ts"

const count = (text: string, letter: string): number => text.split(letter).length - 1
const spoken = (text: string): string => text.replace(/[\s-]/g, "")
const command = (id: string, title: string): Entry => ({ kind: "commands", id, title })

describe("matches", () => {
  const texts = (
    locksIndex: LockIndex,
    someEntries: ReadonlyArray<Entry>,
    id: LockId | string
  ): Readonly<Record<string, string>> => {
    if (typeof id === "string") {
      const entry = someEntries.find((other) => other.id === id)
      return { title: entry?.title ?? "", context: entry?.context ?? "" }
    }
    const lock = locksIndex.get(id)
    return {
      serial: lock?.serialCode ?? "",
      unit: lock?.unitNumber ?? "",
      facility: lock?.facilityName ?? "",
      status: lock?.statusName ?? ""
    }
  }

  it("mark exactly what was typed", () => {
    const one = typed.filter((input) => parse(input).terms.length === 1)
    fc.assert(
      fc.property(locks(), entries(), one, (someLocks, someEntries, input) => {
        const query = parse(input)
        const index = prepare({ locks: someLocks, entries: someEntries })
        const needle = foldText(query.terms[0]?.text ?? "")
        for (const row of search(index, query).rows) {
          const shown = texts(index.locks, someEntries, row.id)
          const marked = row.matches.map((match) => {
            const text = match.field === "keyword" ? match.keyword : (shown[match.field] ?? "")
            expect(match.end).toBeLessThanOrEqual(text.length)
            return foldText(text.slice(match.start, match.end))
          })
          const [match] = row.matches
          const slip = Math.abs(marked.join("").length - needle.length)
          // An ID marks nothing in a lock, and at most its own digits in a title.
          if (query.terms[0]?.kind === "id") expect(["", needle.replace("#", "")]).toContain(marked.join(""))
          else if (typeof row.id === "string" && row.tier === "exact") expect(["", needle]).toContain(marked.join(""))
          else if (match?.field === "unit") expect(spoken(marked.join(""))).toBe(spoken(needle))
          else if (row.tier === "misspelled" || (row.tier === "synonym" && slip === 1)) expect(slip).toBeLessThan(2)
          else if (row.tier === "synonym") expect([...marked.join("")].toSorted()).toEqual([...needle].toSorted())
          else expect(marked.join("")).toBe(needle)
          if (row.tier !== "scattered") expect(marked.length).toBeLessThanOrEqual(1)
          const [mark] = row.matches
          if (row.tier === "wordStart" && mark !== undefined && mark.field !== "keyword") {
            expect(foldText(shown[mark.field] ?? "").slice(mark.start - 1, mark.start + 1)).not.toMatch(
              /^(?:[a-z]{2}|\d{2})$/
            )
          }
          if (row.tier === "prefix" && query.terms[0]?.kind !== "id") expect(row.matches[0]?.start).toBe(0)
        }
      }),
      { numRuns: 1000 }
    )
  })

  it("mark each of several words in a lock", () => {
    fc.assert(
      fc.property(locks(), typed, (someLocks, input) => {
        const query = parse(input)
        const index = prepare({ locks: someLocks })
        for (const { id, matches } of search(index, query).rows) {
          const shown = texts(index.locks, [], id)
          const marked = Object.keys(shown).map((field) =>
            matches
              .flatMap((match) =>
                match.field === field ? foldText(shown[field] ?? "").slice(match.start, match.end) : []
              )
              .join(" ")
          )
          for (const { kind, text } of query.terms) {
            const letters = [...spoken(foldText(text))]
            const holds = (some: string) =>
              letters.every((letter) => count(some, letter) >= letters.filter((each) => each === letter).length)
            if (kind !== "id") expect(marked.some(holds)).toBe(true)
          }
        }
      }),
      { numRuns: 500 }
    )
  })

  it("of several words are sorted by field and position, and never overlap", () => {
    fc.assert(
      fc.property(locks(), entries(), typed, (someLocks, someEntries, input) => {
        for (const { matches } of search(prepare({ locks: someLocks, entries: someEntries }), parse(input)).rows) {
          matches.forEach((match, at) => {
            const next = matches[at + 1]
            expect(match.end).toBeGreaterThan(match.start)
            if (next?.field === match.field && match.field !== "keyword")
              expect(next.start).toBeGreaterThanOrEqual(match.end)
          })
        }
      }),
      { numRuns: 500 }
    )
  })

  it("use positions in the shown text, including accents", () => {
    const index = prepare({
      entries: [command("a", "Zürich \u0130stanbul Ærø 한국 Café"), command("b", "e\u0301cole")]
    })
    expect(search(index, parse("ISTANBUL cafe")).rows[0]?.matches).toEqual([
      { field: "title", start: 7, end: 15 },
      { field: "title", start: 23, end: 27 }
    ])
    expect(search(index, parse("zurich")).rows[0]?.tier).toBe("prefix")
    expect(search(index, parse("한구")).rows).toEqual([])
  })

  it("find letters that Unicode doesn't decompose by the Latin ones they look like", () => {
    const index = prepare({ entries: [command("a", "Łódź"), command("b", "Øster Đặng"), command("c", "Diyarbakır")] })
    for (const [typed, id] of [
      ["lodz", "a"],
      ["oster dang", "b"],
      ["DIYARBAKIR", "c"]
    ] as const)
      expect(search(index, parse(typed)).rows.map((row) => row.id)).toEqual([id])
  })
})
