import { FacilityId, idIn, type LockId, mustBeIdIn, UserId } from "#core/base/ids.ts"
import type { Range } from "#core/base/search/needle.ts"
import type { Match, SearchRow } from "#core/base/search/SearchRow.ts"
import type { Parsed } from "#core/base/search/searchQuery.ts"
import type { Tier } from "#core/base/search/tiers.ts"
import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import { showLock } from "#core/commands/lockCommands.ts"
import { severalRefusal, titleFor, titleHere } from "#core/commands/severalLocks.ts"
import { headById } from "#core/commands/headById.ts"
import { takesFile } from "./offered.ts"
import { facilityEntryId, helpTexts, viewEntryId } from "./paletteEntries.ts"
import type { Input, LockFacts, Marked, PaletteRow, RowTarget } from "./PaletteRow.ts"
import type { RowSources } from "./RowSources.ts"
import { isSoon } from "./soon.ts"

const marksIn = (matches: ReadonlyArray<Match>, field: Match["field"]): ReadonlyArray<Range> =>
  matches.filter((match) => match.field === field)

const unmarked = (text: string): Marked => ({ text, marks: [] })

/** `unit 1204`, with the highlights moved to after the word. */
const unitPart = (unit: string, marks: ReadonlyArray<Range>): Marked => ({
  text: `unit ${unit}`,
  marks: marks.map(({ start, end }) => ({ start: start + 5, end: end + 5 }))
})

/** The row of a lock. The title is its serial code; the status comes from the lock. */
export const lockRow = (lock: LockFacts, matches: ReadonlyArray<Match>, from: RowSources): PaletteRow => ({
  id: `lock ${lock.lockID}`,
  target: { kind: "lock", lock },
  title: { text: lock.serialCode, marks: marksIn(matches, "serial") },
  context: [
    ...(lock.unitNumber == null ? [] : [unitPart(lock.unitNumber, marksIn(matches, "unit"))]),
    lock.facilityName == null
      ? unmarked("in inventory")
      : { text: lock.facilityName, marks: marksIn(matches, "facility") }
  ],
  refusal: from.refusal(showLock, lock.lockID),
  keys: []
})

/** Text below a command's title: whether it is dangerous, and its terminal command. */
const commandContext = (command: CommandHead): ReadonlyArray<Marked> => [
  ...(isSoon(command) ? [unmarked("Soon")] : []),
  ...contextOf(command)
]

const contextOf = ({ terminal, risk }: CommandHead): ReadonlyArray<Marked> => [
  ...(risk === "dangerous" ? [unmarked("requires confirmation")] : []),
  ...(terminal === undefined
    ? []
    : [unmarked(["lockdesk", ...terminal.path].filter((word) => word !== undefined).join(" "))])
]

/** The row of a command, with its lock if it acts on one. */
export const commandRow = (
  command: CommandHead,
  from: Pick<RowSources, "refusal" | "handled" | "keysOf" | "several" | "selectedRows">,
  more: { readonly marks?: ReadonlyArray<Range>; readonly input?: Input; readonly about?: LockId | null } = {}
): PaletteRow => {
  const { marks = [], input = {}, about = null } = more
  const named = about !== null || input["lockID"] !== undefined || input["serialCode"] !== undefined
  const several = command.subject === "lock" && !named ? (from.several ?? 0) : 0
  const title = named
    ? undefined
    : several < 2
      ? from.selectedRows?.titles[command.id as CommandId]
      : titleFor(command, several)
  const file = takesFile(command, from.handled)
    ? { error: "This needs a file. Run it in the terminal:", next: command.terminal?.examples?.[0] ?? "" }
    : null
  return {
    id: about === null ? command.id : `${command.id} on ${about}`,
    target: { kind: "command", command, input, about, ofSeveral: several > 1 && command.many !== undefined },
    title: title === undefined ? { text: about === null ? command.title : titleHere(command), marks } : unmarked(title),
    context: commandContext(command),
    refusal: severalRefusal(command, several) ?? from.refusal(command, about) ?? file,
    keys: from.keysOf(command.id)
  }
}

const plainRow = (id: string, target: RowTarget, title: Marked, context: string): PaletteRow => ({
  id,
  target,
  title,
  context: context === "" ? [] : [unmarked(context)],
  refusal: null,
  keys: []
})

/** The row of a search result that isn't a lock. */
export const entryRow = (
  row: Exclude<SearchRow, { readonly kind: "locks" }>,
  from: RowSources
): ReadonlyArray<PaletteRow> => {
  const marks = marksIn(row.matches, "title")
  const command = from.commands.get(row.id)
  if (command !== undefined) return [commandRow(command, from, { marks })]
  const help = helpTexts.get(row.id)
  if (help !== undefined) {
    return [plainRow(row.id, { kind: "text", text: help.text }, { text: help.title, marks }, help.what)]
  }
  return namedRow(row.id, marks, from)
}

/** The row of a facility, a user or a saved view by entry ID, if it still exists. */
export const namedRow = (id: string, marks: ReadonlyArray<Range>, from: RowSources): ReadonlyArray<PaletteRow> => {
  const entry = [from.main, from.facilities, from.people]
    .flatMap(({ entries }) => [...entries.placesOf(id)].map((place) => entries.entries[place]))
    .find((each) => each?.id === id)
  if (entry === undefined) return []
  const view = from.views.find((each) => viewEntryId(each) === id)
  const openView = headById("list.openView")
  if (view !== undefined && openView !== undefined) {
    const target = { kind: "command", command: openView, input: { href: view.href }, about: null } as const
    return [plainRow(id, target, { text: entry.title, marks }, entry.context ?? "")]
  }
  const ref = String(entry.ref)
  const facilityID = idIn(FacilityId, ref)
  const target: RowTarget =
    facilityID !== null && id === facilityEntryId(facilityID)
      ? { kind: "facility", facilityID, name: entry.title }
      : { kind: "person", userID: mustBeIdIn(UserId, ref), name: entry.title }
  return [plainRow(id, target, { text: entry.title, marks }, entry.context ?? "")]
}

/** Rows of commands that need a serial code: `Activate a lock 4000 1`, with the number of missing digits. */
export const serialRows = (
  query: Parsed,
  from: RowSources
): ReadonlyArray<{ readonly row: PaletteRow; readonly tier: Tier }> => {
  const [term, ...more] = query.terms
  if (term === undefined || more.length > 0 || query.filters.length > 0) return []
  if (query.scope !== undefined && query.scope !== "commands") return []
  if (term.kind !== "digits" && term.kind !== "serial") return []
  const lacking = 8 - term.text.length
  return [...from.commands.values()]
    .filter(({ subject, input: { serialCode } }) => {
      return subject === "none" && serialCode !== undefined && serialCode.optional !== true
    })
    .map((command) => {
      const row = commandRow(command, from, { input: lacking === 0 ? { serialCode: term.text } : {} })
      const digits = lacking === 1 ? "1 digit" : `${lacking} digits`
      return {
        row: {
          ...row,
          title: { text: `${command.title} ${term.text.replace(/^(\d{4})(?=\d)/, "$1 ")}`, marks: [] },
          context: lacking === 0 ? row.context : [unmarked(`needs 8 digits, ${digits} to go`)]
        },
        tier: "synonym"
      }
    })
}
