import { describe, expect, it } from "vitest"
import {
  allToggled,
  deselected,
  extendedBy,
  extendedTo,
  hiddenOf,
  keptWithin,
  movedBy,
  movedTo,
  nowhere,
  onRow,
  selectionOf,
  shownOnly,
  toggled
} from "#web/ui/listPlace.ts"
import { rowsOf } from "#web/ui/ListRows.ts"

const rowsWith = (...ids: ReadonlyArray<number>) => rowsOf(ids, (id) => id)
const rows = rowsWith(10, 20, 30, 40, 50)

describe("the current row", () => {
  it("is none until the user moves, then the first", () => {
    expect(nowhere.current).toBeNull()
    expect(movedBy(nowhere, rows, 1)).toMatchObject({ current: 10, place: 0 })
    expect(movedBy(nowhere, rows, -1)).toMatchObject({ current: 10, place: 0 })
  })

  it("stops at both ends", () => {
    expect(movedTo(nowhere, rows, 99).current).toBe(50)
    expect(movedBy(movedTo(nowhere, rows, 4), rows, 3).current).toBe(50)
    expect(movedBy(movedTo(nowhere, rows, 1), rows, -3).current).toBe(10)
  })

  it("follows its ID when rows are added before it", () => {
    const at = movedTo(nowhere, rows, 2)
    const later = rowsWith(1, 2, 10, 20, 30, 40)
    expect(movedBy(at, later, 1).current).toBe(40)
    expect(movedBy(at, later, -1).current).toBe(20)
  })

  it("continues from its position when its row is gone", () => {
    const at = movedTo(nowhere, rows, 2)
    const later = rowsWith(10, 20, 40, 50)
    expect(movedBy(at, later, 1).current).toBe(40)
    expect(movedBy(at, later, -1).current).toBe(20)
    expect(movedBy(at, rowsWith(10), 1).current).toBe(10)
  })

  it("stays in an empty list", () => {
    expect(movedBy(nowhere, rowsWith(), 1)).toEqual(nowhere)
  })
})

describe("the selection", () => {
  it("toggles one row", () => {
    const one = toggled(movedTo(nowhere, rows, 1))
    expect([...one.selected]).toEqual([20])
    expect([...toggled(one).selected]).toEqual([])
    expect(toggled(nowhere).selected.size).toBe(0)
  })

  it("starts at the next row when none is current, or it is gone or hasn't loaded", () => {
    const first = toggled(onRow(nowhere, rows))
    expect([first.current, ...first.selected]).toEqual([10, 10])
    expect([...toggled(onRow(movedBy(first, rows, 1), rows)).selected]).toEqual([10, 20])
    const second = keptWithin(movedTo(nowhere, rows, 0), rows, [2, 4])
    expect([...toggled(onRow(second, rows)).selected]).toEqual([30])
    const gone = onRow(movedTo(nowhere, rows, 2), rowsWith(10, 20, 40, 50))
    expect([...toggled(gone).selected]).toEqual([40])
    expect([...toggled(onRow(nowhere, rowsWith())).selected]).toEqual([])
    expect([...toggled({ ...nowhere, current: -1, place: 2 }).selected]).toEqual([])
  })

  it("is kept while the current row moves", () => {
    expect([...movedBy(toggled(movedTo(nowhere, rows, 1)), rows, 2).selected]).toEqual([20])
  })

  it("is a range from its start, in both directions", () => {
    const down = extendedBy(extendedBy(movedTo(nowhere, rows, 1), rows, 1), rows, 1)
    expect([...down.selected]).toEqual([20, 30, 40])
    const back = extendedBy(extendedBy(extendedBy(down, rows, -1), rows, -1), rows, -1)
    expect([...back.selected]).toEqual([10, 20])
    expect(deselected(back).selected.size).toBe(0)
  })
})

describe("a range with Shift", () => {
  it("adds to the earlier selection, and removes only its own rows when it shrinks", () => {
    const apart = toggled(movedTo(toggled(movedTo(nowhere, rows, 0)), rows, 2))
    const further = extendedBy(extendedBy(movedTo(apart, rows, 3), rows, 1), rows, -1)
    expect([...further.selected]).toEqual([10, 30, 40])
    const across = extendedTo(apart, rows, 0)
    expect([...across.selected].toSorted((a, b) => a - b)).toEqual([10, 20, 30])
    expect([...extendedTo(across, rows, 2).selected].toSorted((a, b) => a - b)).toEqual([10, 30])
  })
})

describe("a partly hidden selection", () => {
  const two = toggled(movedTo(toggled(movedTo(nowhere, rows, 0)), rows, 3))

  it("counts the hidden rows, and can deselect only those", () => {
    const found = rowsWith(40, 50)
    expect(hiddenOf(two, rows)).toBe(0)
    expect(hiddenOf(two, found)).toBe(1)
    expect(hiddenOf(two, rowsWith())).toBe(2)
    expect([...shownOnly(two, found).selected]).toEqual([40])
  })

  it("counts none as hidden while only the server knows all rows", () => {
    expect(hiddenOf(two, { count: 9, idAt: (place) => (place === 0 ? 40 : -1), placeOf: () => -1 })).toBe(0)
  })
})

describe("selecting with checkboxes", () => {
  it("selects a range with Shift, from the last selected row", () => {
    const one = toggled(movedTo(nowhere, rows, 3))
    expect([...extendedTo(one, rows, 1).selected].sort()).toEqual([20, 30, 40])
    expect([...extendedTo(nowhere, rows, 2).selected]).toEqual([30])
  })

  it("selects all or none with the header's checkbox, which shows the state", () => {
    expect(selectionOf(nowhere, rows)).toBe("none")
    expect(selectionOf(toggled(movedTo(nowhere, rows, 0)), rows)).toBe("some")
    const all = allToggled(toggled(movedTo(nowhere, rows, 0)), rows)
    expect(all.selected.size).toBe(5)
    expect(selectionOf(all, rows)).toBe("all")
    expect(allToggled(all, rows).selected.size).toBe(0)
    expect(selectionOf(all, rowsWith(77))).toBe("none")
  })
})

describe("a page of a list", () => {
  it("starts at its first row when entered, and keeps the current row within it", () => {
    const second = [2, 4] as const
    expect(movedBy(keptWithin(movedTo(nowhere, rows, 0), rows, second), rows, 1).current).toBe(30)
    const inside = movedTo(nowhere, rows, 3)
    expect(keptWithin(inside, rows, second)).toBe(inside)
    const selected = toggled(movedTo(nowhere, rows, 0))
    expect([...keptWithin(selected, rows, second).selected]).toEqual([10])
  })

  it("waits for a row that hasn't loaded yet", () => {
    const coming = { ...nowhere, current: -1, place: 2 }
    expect(keptWithin(coming, rows, [2, 4])).toBe(coming)
  })
})
