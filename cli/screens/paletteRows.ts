import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { scores } from "#core/base/search/frecency.ts"
import type { Range } from "#core/base/search/needle.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import type { SearchRow } from "#core/base/search/SearchRow.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import type { Parsed } from "#core/base/search/searchQuery.ts"
import { isWhole } from "#core/base/search/tiers.ts"
import { availability } from "#core/commands/availability.ts"
import { commandEntry } from "#core/commands/commandEntry.ts"
import { fatalProblem } from "#core/commands/searchProblems.ts"
import { commandById } from "#core/commands/registry.ts"
import {
  namesAmong,
  namesIn,
  type NamesByKind,
  type Named,
  includesVerb,
  typedLines
} from "#core/commands/typedLine.ts"
import type { RecentLock, Recents } from "#cli/local/Recents.ts"
import { type CommandSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import type { ChosenCommand } from "./ChosenCommand.ts"
import { type CommandLine, commandLineOf } from "./commandLine.ts"
import type { PickName } from "#cli/input/PickName.ts"

/** The maximum number of rows (PRODUCT, The palette). */
export const mostRows = 24

/** What a row represents. */
export type Chosen =
  /** With inputs and flags typed in the same line. */
  ({ readonly kind: "command" } & ChosenCommand) | { readonly kind: "lock"; readonly lock: RecentLock }

/** A row of the palette. The selection is by id. */
export interface PaletteRow {
  readonly id: string
  readonly title: string
  /** The ranges of the title that match the typed text. */
  readonly marks: ReadonlyArray<Range>
  readonly context: string
  /** Why it is refused to this user, or null. */
  readonly refusal: string | null
  readonly chosen: Chosen
}

/** Commands that make no sense in a palette: shell plumbing, never ending, or printing a secret. */
const plumbing: ReadonlySet<string> = new Set(["serve", "completion", "auth.token", "auth.login"])

/** The commands in the palette. */
export const paletteSpecs = (specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CommandSpec> =>
  specs.filter((spec) => !plumbing.has(spec.id))

/**
 * The rows for the typed text. Commands and recent locks are ranked together and shown immediately. Locks found by the
 * server are added below, so that nothing moves. Refused rows come last.
 */
export const paletteRows = (
  input: string,
  specs: ReadonlyArray<CommandSpec>,
  recents: Recents,
  found: ReadonlyArray<RecentLock>,
  user: LoggedInUser,
  now: number,
  meant: NamesByKind
): ReadonlyArray<PaletteRow> => {
  const line = commandLineOf(input, specs)
  const query = parse(line?.text ?? input)
  if (line === null && fatalProblem(query) !== undefined) return []
  const options = { limit: mostRows, frecency: scores(recents.uses, now), now }
  const locks = new Map([...found, ...recents.locks].map((lock) => [lock.lockID, lock]))
  const local = search(prepare({ entries: specs.map(entryOf), locks: recents.locks }), query, options).rows
  const known = new Set(recents.locks.map((lock) => lock.lockID))
  const more = search(prepare({ locks: found.filter((lock) => !known.has(lock.lockID)) }), query, options).rows
  const listed = [...local, ...more].flatMap((row) => {
    if (row.kind === "locks") {
      const lock = locks.get(row.id)
      return lock === undefined ? [] : [{ tier: row.tier, row: lockRow(lock, row) }]
    }
    const spec = specs.find((each) => each.id === row.id)
    return spec === undefined ? [] : [{ tier: row.tier, row: commandRow(spec, row, user) }]
  })
  const wholes = listed.filter(({ tier }) => isWhole(tier)).map(({ row }) => row)
  const others = listed.filter(({ tier }) => !isWhole(tier)).map(({ row }) => row)
  const guessed = () => lineRows(query, specs, user, meant)
  const rows =
    line === null ? [...wholes, ...guessed(), ...others] : withLine(line, guessed, [...wholes, ...others], user)
  const isRefused = ({ refusal }: PaletteRow): boolean => refusal !== null
  return [...rows.filter((row) => !isRefused(row)), ...rows.filter(isRefused)].slice(0, mostRows)
}

/** The row of a shell line comes first. An invalid line may still be a palette line: `users edit Ada Maple`. */
const withLine = (
  line: CommandLine,
  guessed: () => ReadonlyArray<PaletteRow>,
  others: ReadonlyArray<PaletteRow>,
  user: LoggedInUser
): ReadonlyArray<PaletteRow> => {
  const { spec, given, flags, rest, refusal } = line
  const plain = commandRow(spec, { matches: [] }, user)
  const row: PaletteRow = {
    ...plain,
    id: rest === "" ? plain.id : `${plain.id} with ${rest}`,
    title: rest === "" ? plain.title : `${plain.title}: ${rest}`,
    refusal: plain.refusal ?? refusal,
    chosen: { kind: "command", spec, given, flags }
  }
  const understood =
    refusal === null ? [] : guessed().filter(({ chosen }) => chosen.kind === "command" && chosen.spec.id === spec.id)
  return [...(understood.length > 0 ? understood : [row]), ...others.filter(({ id }) => id !== row.id)]
}

const namedKinds: ReadonlyArray<Named> = ["facility", "user", "apiKey", "webhook"]

/** The kinds of names a typed line may contain: facilities, and the kinds its command acts on. */
export const kindsTyped = (
  input: string,
  specs: ReadonlyArray<CommandSpec>,
  user: LoggedInUser
): ReadonlyArray<Named> => {
  const words = parse(commandLineOf(input, specs)?.text ?? input).terms.map(({ text }) => text)
  if (words.length < 2) return []
  const named = specs.flatMap(({ id }) => {
    const command = commandById(id)
    const means = command !== undefined && includesVerb(command, words) && availability(command, user).allowed
    return means ? Object.values(command.input).map(({ picks }) => picks) : []
  })
  return namedKinds.filter((kind) => kind === "facility" || named.includes(kind))
}

/** How typed lines refer to these things of a kind. */
export const meantBy = (kind: Named, all: ReadonlyArray<PickName>): ((typed: string) => ReadonlyArray<string>) => {
  const names = [...new Set(all.flatMap((each) => each.names))]
  const entries = names.map((title): Entry => ({ kind: "facilities", id: `facility ${title}`, title }))
  const find = kind === "facility" ? namesIn(prepare({ entries }), "facilities") : namesAmong(names)
  return (typed) => {
    const found = new Set(find(typed))
    return all.filter((each) => each.names.some((name) => found.has(name))).map(({ value }) => value)
  }
}

/** Commands typed with their inputs: `status 4735 5143 lost`. */
const lineRows = (
  query: Parsed,
  specs: ReadonlyArray<CommandSpec>,
  user: LoggedInUser,
  meant: NamesByKind
): ReadonlyArray<PaletteRow> => {
  const commands = specs.flatMap(({ id }) => commandById(id) ?? [])
  return typedLines(query, commands, meant).flatMap(({ command, words }) => {
    const spec = specs.find(({ id }) => id === command.id)
    if (spec === undefined) return []
    const row = commandRow(spec, { matches: [] }, user)
    const shown = Object.values(words).map(groupedSerial).join(", ")
    return [
      {
        ...row,
        id: `${row.id} with ${shown}`,
        title: `${spec.title}: ${shown}`,
        chosen: { kind: "command", spec, given: words, flags: {} } as const
      }
    ]
  })
}

/** What Enter does with a row, in one or two words. */
export const enterWords = ({ refusal, chosen }: PaletteRow): string =>
  refusal !== null ? "show why" : chosen.kind === "lock" ? "open" : "run"

const entryOf = (spec: CommandSpec): Entry => {
  const command = commandById(spec.id)
  if (command !== undefined) return commandEntry(command)
  return { kind: "commands", id: spec.id, title: spec.title, names: [pathText(spec)], context: spec.section }
}

const marksOf = (row: Pick<SearchRow, "matches">, field: "title" | "serial"): ReadonlyArray<Range> =>
  row.matches.filter((match) => match.field === field)

const commandRow = (spec: CommandSpec, row: Pick<SearchRow, "matches">, user: LoggedInUser): PaletteRow => {
  const command = commandById(spec.id)
  const answer = command === undefined ? null : availability(command, user)
  return {
    id: `command ${spec.id}`,
    title: spec.title,
    marks: marksOf(row, "title"),
    context: `lockdesk ${pathText(spec)}`,
    refusal: answer === null || answer.allowed ? null : answer.words.error,
    chosen: { kind: "command", spec, given: {}, flags: {} }
  }
}

const lockRow = (lock: RecentLock, row: SearchRow): PaletteRow => ({
  id: `lock ${lock.lockID}`,
  title: groupedSerial(lock.serialCode),
  // Positions count in the 8 digits; from the fifth on, the space between the groups shifts them by one.
  marks: marksOf(row, "serial").flatMap(({ start, end }) => grouped(start, end)),
  context: [lock.facilityName, lock.unitNumber === null ? null : `Unit ${lock.unitNumber}`].filter(Boolean).join(" · "),
  refusal: null,
  chosen: { kind: "lock", lock }
})

const grouped = (start: number, end: number): ReadonlyArray<Range> => {
  const shifted = (at: number) => (at > 4 ? at + 1 : at)
  return [{ start: start >= 4 ? start + 1 : start, end: shifted(end) }]
}
