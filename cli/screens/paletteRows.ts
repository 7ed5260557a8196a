import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { scores } from "#core/base/search/frecency.ts"
import type { Range } from "#core/base/search/needle.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import type { SearchRow } from "#core/base/search/SearchRow.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { availability } from "#core/commands/availability.ts"
import { commandEntry } from "#core/commands/commandEntry.ts"
import { commandById } from "#core/commands/registry.ts"
import type { RecentLock, Recents } from "#cli/local/Recents.ts"
import { type CommandSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { groupedSerial } from "#core/base/serialText.ts"

/** Rows at most (PRODUCT, The palette). */
export const mostRows = 24

/** What a row stands for. */
export type Chosen =
  | { readonly kind: "command"; readonly spec: CommandSpec }
  | { readonly kind: "lock"; readonly lock: RecentLock }

/** One row of the palette. A selection belongs to its id. */
export interface PaletteRow {
  readonly id: string
  readonly title: string
  /** Where the letters that were typed stand in the title. */
  readonly marks: ReadonlyArray<Range>
  readonly context: string
  /** Why it is refused to this user, or null. */
  readonly refusal: string | null
  readonly chosen: Chosen
}

/** Commands that have no place in a palette: they are shell plumbing, never end, or print a secret. */
const plumbing: ReadonlySet<string> = new Set(["serve", "completion", "auth.token", "auth.login"])

/** The commands a palette offers. */
export const paletteSpecs = (specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CommandSpec> =>
  specs.filter((spec) => !plumbing.has(spec.id))

/**
 * The rows for what was typed. Commands and recent locks are ranked together and are there at once; locks that the server
 * found come below them, so that nothing moves when they arrive.
 */
export const paletteRows = (
  input: string,
  specs: ReadonlyArray<CommandSpec>,
  recents: Recents,
  found: ReadonlyArray<RecentLock>,
  user: LoggedInUser,
  now: number
): ReadonlyArray<PaletteRow> => {
  const query = parse(input)
  const options = { limit: mostRows, frecency: scores(recents.uses, now), now }
  const locks = new Map([...found, ...recents.locks].map((lock) => [lock.lockID, lock]))
  const local = search(prepare({ entries: specs.map(entryOf), locks: recents.locks }), query, options).rows
  const known = new Set(recents.locks.map((lock) => lock.lockID))
  const more = search(prepare({ locks: found.filter((lock) => !known.has(lock.lockID)) }), query, options).rows
  return [...local, ...more].slice(0, mostRows).flatMap((row) => {
    if (row.kind === "locks") {
      const lock = locks.get(row.id)
      return lock === undefined ? [] : [lockRow(lock, row)]
    }
    const spec = specs.find((each) => each.id === row.id)
    return spec === undefined ? [] : [commandRow(spec, row, user)]
  })
}

const entryOf = (spec: CommandSpec): Entry => {
  const command = commandById(spec.id)
  if (command !== undefined) return commandEntry(command)
  return { kind: "commands", id: spec.id, title: spec.title, names: [pathText(spec)], context: spec.section }
}

const marksOf = (row: SearchRow, field: "title" | "serial"): ReadonlyArray<Range> =>
  row.matches.filter((match) => match.field === field)

const commandRow = (spec: CommandSpec, row: SearchRow, user: LoggedInUser): PaletteRow => {
  const command = commandById(spec.id)
  const answer = command === undefined ? null : availability(command, user)
  return {
    id: `command ${spec.id}`,
    title: spec.title,
    marks: marksOf(row, "title"),
    context: `lockdesk ${pathText(spec)}`,
    refusal: answer === null || answer.allowed ? null : answer.words.error,
    chosen: { kind: "command", spec }
  }
}

const lockRow = (lock: RecentLock, row: SearchRow): PaletteRow => ({
  id: `lock ${lock.lockID}`,
  title: groupedSerial(lock.serialCode),
  // Marks count in the 8 digits; from the fifth on, the blank between the groups moves them by one.
  marks: marksOf(row, "serial").flatMap(({ start, end }) => grouped(start, end)),
  context: [lock.facilityName, lock.unitNumber === null ? null : `Unit ${lock.unitNumber}`].filter(Boolean).join(" · "),
  refusal: null,
  chosen: { kind: "lock", lock }
})

const grouped = (start: number, end: number): ReadonlyArray<Range> => {
  const shifted = (at: number) => (at > 4 ? at + 1 : at)
  return [{ start: start >= 4 ? start + 1 : start, end: shifted(end) }]
}
