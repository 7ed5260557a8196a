import { countText } from "#core/base/countText.ts"
import { Result, Schema } from "effect"
import { findNamed, type Named, typedNumber } from "#core/base/findNamed.ts"
import type { LockId } from "#core/base/ids.ts"
import { listedNames } from "#core/base/listedNames.ts"
import type { InputField } from "#core/commands/Command.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { choicesOf, wrongChoice } from "#core/commands/wrongChoice.ts"
import { takesOf } from "#core/commands/takesOf.ts"
import { optionName } from "#core/commands/terminalLine.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import { facilityList, findFacility, type NamedFacility } from "#core/facilities/findFacility.ts"
import { reasonHint, parseReason } from "#core/reveals/revealReasons.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { wholeField } from "#web/app/definitions.ts"
import { type KnownList, type MissingLists, missingWords } from "./knownLists.ts"
import type { Input } from "./PaletteRow.ts"

/** The data names are looked up in. */
export interface Known {
  readonly facilities: ReadonlyArray<NamedFacility>
  readonly people: ReadonlyArray<Pick<TeamUser, "userID" | "name" | "email">>
  readonly apiKeys: ReadonlyArray<Named>
  readonly webhooks: ReadonlyArray<Named>
  /** The ID of the lock with a serial code, if known. */
  readonly lockIDOf: (serialCode: string) => LockId | undefined
  readonly missing: MissingLists
}

/** The value of a field, or why the text is invalid. With `list`, it may be in that list once it has loaded. */
export type Read =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string; readonly list?: KnownList }

const refused = (error: string): Extract<Read, { ok: false }> => ({ ok: false, error })
const isNumber = (field: InputField): boolean => takesOf(field) === "number"
const isSwitch = (field: InputField): boolean => takesOf(field) === "switch"

const facilityOf = (words: string, { facilities }: Known): Read => {
  const found = findFacility(facilities, words)
  switch (found.kind) {
    case "found":
      return { ok: true, value: found.one.facilityID }
    case "ambiguous":
      return refused(`Several facilities match: ${listedNames(found.candidates.map((each) => each.facilityName))}.`)
    case "unknown":
      return refused(`No facility matches '${words}'.`)
  }
}

/** Several facilities, in the terminal's syntax. */
const facilitiesOf = (words: string, known: Known): Read => {
  const found = facilityList(known.facilities, words).map((name) => facilityOf(name, known))
  return found.find(({ ok }) => !ok) ?? { ok: true, value: found.map((each) => each.ok && each.value).join(",") }
}

/** Finds a user by complete email or name. Returns the ID, or the email if the field takes text. */
const userOf = (field: InputField, words: string, { people }: Known): Read => {
  const wanted = words.toLowerCase()
  const found = people.filter(({ name, email }) => [name.toLowerCase(), email.toLowerCase()].includes(wanted))
  const [user, ...others] = found
  if (user === undefined) return refused(`No user matches '${words}'.`)
  return others.length === 0
    ? { ok: true, value: isNumber(field) ? user.userID : user.email }
    : refused(`Several users have that name: ${found.map(({ email }) => email).join(", ")}.`)
}

/** Finds an API key or webhook by number or complete name. */
const numberOf = (words: string, all: ReadonlyArray<Named>): Read => {
  const number = typedNumber(words)
  if (number !== null) return { ok: true, value: number }
  const found = findNamed(all, words)
  const [one, ...others] = found
  if (one === undefined) return refused(`Nothing is named '${words}'.`)
  return others.length === 0
    ? { ok: true, value: one.id }
    : refused(`${countText(found.length)} have that name. Enter the number instead.`)
}

const lockIDOf = (words: string, known: Known): Read => {
  const id = /^#(\d+)$/.exec(words)?.[1]
  if (id !== undefined) return { ok: true, value: Number(id) }
  const serial = typedSerial(parse(words))
  if (serial === undefined) return refused("Enter the lock's 8 digits, or #id.")
  const lockID = known.lockIDOf(serial)
  if (lockID !== undefined) return { ok: true, value: lockID }
  return maybeIn("locks", known) ?? refused(`There is no lock ${serial}. Check the 8 digits.`)
}

/** The result for a value that may be in a list that isn't available. */
const maybeIn = (list: KnownList, { missing }: Known): Read | undefined => {
  const why = missing[list]
  return why === undefined ? undefined : { ...refused(missingWords(list, why).error), list }
}

/** The list each kind of field is looked up in. Locks aren't here, because a serial code may be enough. */
const lists: Partial<Readonly<Record<NonNullable<InputField["picks"]>, KnownList>>> = {
  facility: "facilities",
  facilities: "facilities",
  user: "people",
  apiKey: "apiKeys",
  webhook: "webhooks"
}

/** Parses the text for the field without validating it. */
const meant = (field: InputField, words: string, known: Known): Read => {
  if (field.picks === "facility") return facilityOf(words, known)
  if (field.picks === "facilities") return facilitiesOf(words, known)
  if (field.picks === "lock") {
    return isNumber(field) ? lockIDOf(words, known) : { ok: true, value: typedSerial(parse(words)) ?? words }
  }
  if (field.picks === "user") return userOf(field, words, known)
  if (field.picks === "apiKey" || field.picks === "webhook") return numberOf(words, known[`${field.picks}s`])
  if (field.picks === "company") {
    // Only the server knows company names; matches are listed.
    return /^\d+$/.test(words)
      ? { ok: true, value: Number(words) }
      : refused(`Choose a company from the list. '${words}' isn't a company ID.`)
  }
  if (field.picks === "reason") {
    const value = parseReason(words)
    return value === undefined ? refused(`There is no reason ${words}. ${reasonHint}`) : { ok: true, value }
  }
  if (isSwitch(field)) {
    return /^(y|yes|true|on)$/i.test(words)
      ? { ok: true, value: true }
      : /^(n|no|false|off)$/i.test(words)
        ? { ok: true, value: false }
        : refused("Enter yes or no.")
  }
  return { ok: true, value: isNumber(field) && /^-?\d+$/.test(words) ? Number(words) : words }
}

/** Validates a value against the schema of its field. An error is one sentence. */
export const checkField = (field: InputField, value: unknown): Read => {
  const decoded = Schema.decodeUnknownResult(field.schema)(value)
  if (Result.isSuccess(decoded)) return { ok: true, value: decoded.success }
  const choices = field.picks === undefined ? choicesOf(field) : []
  if (choices.length > 0) {
    const { error, next } = wrongChoice(field.label, String(value), choices)
    return refused(`${error} ${next}`)
  }
  const [wrong = ""] = decoded.failure.message.split("\n")
  return refused(wrong.startsWith(field.label) ? wrong : `${field.label}: ${wrong}`)
}

/** Parses the text for a field. */
export const readField = (field: InputField, words: string, known: Known): Read => {
  const text = words.trim()
  if (text === "") return refused(`${field.description}.`)
  const read = meant(field, text, known)
  if (read.ok) return checkField(field, read.value)
  const list = field.picks === undefined ? undefined : lists[field.picks]
  return (list === undefined ? undefined : maybeIn(list, known)) ?? read
}

/** Required fields without a value, in the order to ask for them. */
export const missingFields = (command: CommandHead, input: Input): ReadonlyArray<string> =>
  Object.entries(command.input)
    .filter(([key, field]) => field.optional !== true && field.asked !== "never" && input[key] === undefined)
    .map(([key]) => key)

/** The input a lock provides for a command: its ID or serial code, whichever the command takes. */
export const inputOfLock = (
  command: CommandHead,
  lock: { readonly lockID: LockId; readonly serialCode: string }
): Input =>
  Object.fromEntries(
    (["lockID", "serialCode"] as const).filter((key) => key in command.input).map((key) => [key, lock[key]])
  )

/** The key of the field that an argument names: by key, option or label. */
export const fieldNamed = (command: CommandHead, name: string): string | undefined =>
  Object.entries(command.input).find(
    ([key, field]) =>
      field.asked !== "passed" &&
      [key, optionName(key, field), field.label].some((each) => each.toLowerCase() === name.toLowerCase())
  )?.[0]

/**
 * Input from arguments typed as `name=value`, by field name or option, and the unavailable list that one of them may
 * be in. Invalid ones are left out, so that the user is asked for them.
 */
export const inputOfArguments = (
  command: CommandHead,
  typed: ReadonlyArray<{ readonly name: string; readonly value: string }>,
  known: Known
): { readonly input: Input; readonly waitsFor: KnownList | undefined } => {
  const read = typed.flatMap(({ name, value }) => {
    const key = fieldNamed(command, name)
    const field = key === undefined ? undefined : wholeField(command, key)
    return key === undefined || field === undefined ? [] : [[key, readField(field, value, known)] as const]
  })
  return {
    input: Object.fromEntries(read.flatMap(([key, each]) => (each.ok ? [[key, each.value]] : []))),
    waitsFor: read.map(([, each]) => (each.ok ? undefined : each.list)).find((list) => list !== undefined)
  }
}
