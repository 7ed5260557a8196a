import { Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import type { Parsed } from "#core/base/search/searchQuery.ts"
import type { Tier } from "#core/base/search/tiers.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import type { Words } from "#core/api/problem.ts"
import { notRevoked } from "#core/base/findNamed.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { namesAmong, namesIn, type NamesByKind, type TypedLine, typedLines } from "#core/commands/typedLine.ts"
import { wholeField } from "#web/app/definitions.ts"
import { destinationOf, hrefOf } from "./destinations.ts"
import { takesFile } from "./offered.ts"
import type { Input, PaletteRow } from "./PaletteRow.ts"
import { readField } from "./readField.ts"
import type { KnownList } from "./knownLists.ts"
import { commandRow } from "./rowMaking.ts"
import type { RowSources } from "./RowSources.ts"

/** Whether the screen a command opens would ignore part of the input: it opens the same location without it. */
const losesInput = (command: CommandHead, input: Input): boolean => {
  const destination = destinationOf(command, input)
  if (destination === null) return false
  return Object.keys(input).some((key) => {
    const { [key]: _, ...others } = input
    const without = destinationOf(command, others)
    return without !== null && hrefOf(without) === hrefOf(destination)
  })
}

/** The items that names in a typed command can refer to. */
const namesMeant = ({ facilities, people, known }: RowSources): NamesByKind => {
  const peopleNamed = namesIn(people, "people")
  return {
    facility: namesIn(facilities, "facilities"),
    user: (typed) =>
      known.people.some(({ email }) => email.toLowerCase() === typed.toLowerCase()) ? [typed] : peopleNamed(typed),
    apiKey: namesAmong(notRevoked(known.apiKeys).map(({ name }) => name)),
    webhook: namesAmong(known.webhooks.map(({ name }) => name))
  }
}

const noLock = (serialCode: string): Words => ({
  error: `There is no lock ${groupedSerial(serialCode)} in your list.`,
  next: "Check the 8 digits."
})

/**
 * Parses the typed values, or returns why they are invalid. An unknown lock has no ID, and `waitsFor` is the list it
 * may be in. Null until the command is fully loaded.
 */
const inputOf = (
  { command, words }: TypedLine,
  from: RowSources
): { readonly input: Input; readonly refusal: Words | null; readonly waitsFor?: KnownList } | null => {
  const read = Object.entries(words).flatMap(([key, typed]) => {
    const field = wholeField(command, key)
    return field === undefined ? [] : [{ key, typed, read: readField(field, typed, from.known) }]
  })
  if (read.length < Object.keys(words).length) return null
  const input = Object.fromEntries(read.flatMap(({ key, read: each }) => (each.ok ? [[key, each.value]] : [])))
  const wrong = read.find((each) => !each.read.ok)
  if (wrong === undefined || wrong.read.ok) return { input, refusal: null }
  if (wrong.read.list !== undefined) return { input, refusal: null, waitsFor: wrong.read.list }
  const isSerial = wrong.key === "lockID" && /^\d{8}$/.test(wrong.typed)
  return { input, refusal: isSerial ? noLock(wrong.typed) : { error: wrong.read.error, next: "" } }
}

/** The lock a typed command acts on, if known. */
const aboutOf = ({ command, words }: TypedLine, input: Input, from: RowSources): LockId | null => {
  if (command.subject !== "lock") return null
  const { lockID } = input
  if (Schema.is(LockId)(lockID)) return lockID
  return from.known.lockIDOf(words["serialCode"] ?? "") ?? null
}

const shown = (word: string): string => (/^\d{8}$/.test(word) ? groupedSerial(word) : word)

/** A command typed with its input, and whether it ranks above everything except matches of a whole title. */
export interface LineRow {
  readonly row: PaletteRow
  readonly tier: Tier
}

const withInputs = " with "

/** Whether a row is a command typed with its input. */
export const isTypedLine = ({ id }: PaletteRow): boolean => id.includes(withInputs)

/** Rows for commands typed with their input: `status 4735 5143 lost` (PRODUCT, The palette). */
export const lineRows = (query: Parsed, from: RowSources): ReadonlyArray<LineRow> =>
  typedLines(query, from.commands.values(), namesMeant(from)).flatMap((line): ReadonlyArray<LineRow> => {
    const { command, words, complete } = line
    const meant = inputOf(line, from)
    if (meant === null) return []
    const { input, refusal, waitsFor } = meant
    if (losesInput(command, input) || takesFile(command, from.handled)) return []
    const about = aboutOf(line, input, from)
    const row = commandRow(command, from, { input, about })
    const lock = words["lockID"] ?? words["serialCode"]
    return [
      {
        row: {
          ...row,
          id: `${command.id}${withInputs}${Object.values(words).join(" ")}`,
          title: { text: `${command.title}: ${Object.values(words).map(shown).join(", ")}`, marks: [] },
          refusal: row.refusal ?? refusal,
          ...(waitsFor === undefined ? {} : { waitsFor })
        },
        tier: complete || lock !== undefined ? "prefix" : "wordStart"
      }
    ]
  })
