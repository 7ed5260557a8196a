import fc from "../../support/properties.ts"
import { describe, expect, it } from "vitest"
import { type PaletteRow, rowsOf } from "#web/palette/PaletteRow.ts"
import type { Listed } from "#web/palette/RowSources.ts"
import { joined, moved, pointed, selectedRow, typed } from "#web/palette/selection.ts"

const row = (id: string): PaletteRow => ({
  id,
  target: { kind: "text", text: id },
  title: { text: id, marks: [] },
  context: [],
  refusal: null,
  keys: []
})
const list = (...ids: ReadonlyArray<string>): Listed => ({
  sections: ids.length === 0 ? [] : [{ heading: "Rows", rows: ids.map(row) }],
  locksFound: null
})

describe("the selection", () => {
  it("is the first row after typing", () => {
    expect(typed("a", list("x", "y")).selected).toBe("x")
    expect(typed("a", list()).selected).toBeNull()
  })

  it("stays where it is when rows are added before and after it", () => {
    expect(joined(typed("a", list("x")), list("w", "x", "y")).selected).toBe("x")
  })

  it("is the first new row if there were none", () => {
    expect(joined(typed("a", list()), list("x")).selected).toBe("x")
  })

  it("is empty when its row is gone, so that Enter runs nothing else", () => {
    const gone = joined(typed("a", list("x", "y")), list("y"))
    expect(selectedRow(gone)).toBeNull()
    expect(selectedRow(moved(gone, 1))?.id).toBe("y")
  })

  it("moves by rows and stops at the ends", () => {
    const at = typed("a", list("x", "y", "z"))
    expect(moved(at, 1).selected).toBe("y")
    expect(moved(moved(at, 1), 8).selected).toBe("z")
    expect(moved(at, -1).selected).toBe("x")
    expect(moved(typed("a", list()), 1).selected).toBeNull()
  })

  it("counts as chosen after moving or pointing, not after typing", () => {
    const at = typed("a", list("x", "y"))
    expect([at.chosen, moved(at, 1).chosen, pointed(at, "y").chosen]).toEqual([false, true, true])
    expect(typed("ab", list("x")).chosen).toBe(false)
  })

  it("is never changed by late results, in any order", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1 })
    fc.assert(
      fc.property(ids, fc.integer({ min: -7, max: 7 }), fc.array(ids), (first, by, later) => {
        const before = moved(typed("t", list(...first)), by)
        const after = later.reduce((now, rows) => joined(now, list(...rows)), before)
        expect(after.selected).toBe(before.selected)
        const shown = selectedRow(after)
        expect(shown === null || shown.id === before.selected).toBe(true)
        expect(shown === null).toBe(!rowsOf(after.listed.sections).some(({ id }) => id === before.selected))
      })
    )
  })
})
