import { countOf } from "#core/base/countOf.ts"
import type { LockId } from "#core/base/ids.ts"
import { lockName } from "#core/base/serialText.ts"
import type { Listed, RowSources } from "./RowSources.ts"
import { limited, type LockFacts, type PaletteRow, type PaletteSection } from "./PaletteRow.ts"
import { commandRow, lockRow, namedRow } from "./rowMaking.ts"

/** Most recently used items shown before typing. */
const mostRecents = 8

/**
 * Commands for a lock, with the reason if refused. Revealing the combination comes first because it is the most
 * common.
 */
export const lockActions = (lockID: LockId, from: RowSources): ReadonlyArray<PaletteRow> =>
  [...from.commands.values()]
    .filter(({ subject }) => subject === "lock")
    .toSorted((a, b) => Number(b.risk === "reveals") - Number(a.risk === "reveals"))
    .map((command) => commandRow(command, from, { about: lockID }))

const recents = (from: RowSources): ReadonlyArray<PaletteRow> =>
  [...from.scores]
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([id]) => {
      if (typeof id === "number") {
        const lock = from.main.locks.get(id)
        return lock === undefined ? [] : [lockRow(lock, [], from)]
      }
      const command = from.commands.get(id)
      if (command === undefined) return namedRow(id, [], from)
      const selected = command.id in (from.selectedRows?.titles ?? {})
      return command.subject === "lock" || selected ? [] : [commandRow(command, from)]
    })
    .slice(0, mostRecents)

/** Commands for several selected locks. Those that act on all of them come first. */
const severalSection = (from: RowSources): ReadonlyArray<PaletteSection> => {
  const { several = 0 } = from
  if (several < 2) return []
  const rows = [...from.commands.values()].filter(({ subject }) => subject === "lock")
  const many = rows.filter(({ many: kind }) => kind !== undefined)
  const single = rows.filter(({ many: kind }) => kind === undefined)
  return [{ heading: countOf(several, "lock"), rows: [...many, ...single].map((command) => commandRow(command, from)) }]
}

/** Commands for all selected rows, in the same section as those for selected locks. */
const selectedSections = (from: RowSources): ReadonlyArray<PaletteSection> => {
  const locks = severalSection(from)
  const { selectedRows = null } = from
  if (selectedRows === null) return locks
  const { heading, titles } = selectedRows
  const rows = [...from.commands.values()].filter(({ id }) => id in titles).map((command) => commandRow(command, from))
  const same = locks.find((section) => section.heading === heading)
  return same === undefined ? [{ heading, rows }, ...locks] : [{ heading, rows: [...same.rows, ...rows] }]
}

/** Returns to the page the user left with Esc. */
const resumeRow = (title: string): PaletteRow => ({
  id: "resume",
  target: { kind: "resume" },
  title: { text: `Continue: ${title}`, marks: [] },
  context: [],
  refusal: null,
  keys: []
})

/**
 * Rows before anything is typed: commands for the selected lock, the page left with Esc, recent items, and screens.
 * @param left title of the page left with Esc, or null
 */
export const emptyRows = (
  selected: Pick<LockFacts, "lockID" | "serialCode"> | null,
  from: RowSources,
  left: string | null = null
): Listed => {
  const used = recents(from)
  const known = new Set(used.map(({ id }) => id))
  const places = [...from.commands.values()]
    .filter(({ id, does }) => does.goTo !== undefined && !known.has(id))
    .map((command) => commandRow(command, from))
  const sections: ReadonlyArray<PaletteSection> = [
    ...(selected === null
      ? selectedSections(from)
      : [...selectedSections(from), { heading: lockName(selected), rows: lockActions(selected.lockID, from) }]),
    { heading: "Unfinished", rows: left === null ? [] : [resumeRow(left)] },
    { heading: "Recent", rows: used },
    { heading: "Go to", rows: places }
  ]
  return { sections: limited(sections), locksFound: null }
}
