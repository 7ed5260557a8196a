import { Result, Schema } from "effect"
import { LockId } from "#core/base/ids.ts"
import { shellWord } from "#core/base/shellWord.ts"
import type { CommandHead } from "./registry.ts"
import type { FieldHead } from "./Command.ts"

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The name of a field's option in the terminal, without dashes. */
export const optionName = (key: string, field: FieldHead): string =>
  field.picks === "facility" ? "facility" : kebab(key)

/** A command's inputs as command-line words; `true` is an option without a value. */
export type LineWords = Readonly<Record<string, string | true>>

/** Whether a field can be given on a command line. Secrets can't. */
const isTyped = (field: FieldHead): boolean => field.asked === undefined

/**
 * A command as a shell line, with its inputs in the words a person would type. Missing required inputs are left out;
 * the terminal prompts for them. Null if the command is not in the terminal, or if a positional input follows a missing
 * one.
 */
export const terminalLine = (command: CommandHead, words: LineWords): string | null => {
  const { terminal } = command
  if (terminal === undefined) return null
  const fields = Object.entries(command.input).filter(([, field]) => isTyped(field))
  const options = fields.flatMap(([key, field]) => {
    const value = words[key]
    if (field.positional === true || value === undefined) return []
    const option = `--${optionName(key, field)}`
    // `--unit -5` would parse as two options.
    return value === true ? [option] : [`${option}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`]
  })
  const places = fields.filter(([, { positional }]) => positional === true)
  const values = places.map(([key]) => words[key])
  const given = values.findLastIndex((value) => value !== undefined) + 1
  if (values.slice(0, given).includes(undefined)) return null
  const typed = places.slice(0, given).flatMap(([key, field]) => {
    const value = String(words[key])
    return field.many === true ? value.split(/[\n,]/) : [value]
  })
  const dashes = typed.some((value) => value.startsWith("-")) ? ["--"] : []
  const path = terminal.path.filter((word) => word !== undefined)
  return ["lockdesk", ...path, ...options, ...dashes, ...typed.map(shellWord)].join(" ")
}

/** A field's value as typed; undefined if it can't be typed, such as a file that was read. */
const wordOf = (field: FieldHead, value: unknown): string | true | undefined => {
  if (field.schema === undefined) throw new TypeError(`${field.label} has no schema: load its command whole`)
  const encoded = Result.getOrUndefined(Schema.encodeUnknownResult(field.schema)(value))
  if (typeof encoded === "string") return encoded
  if (typeof encoded === "number") return String(encoded)
  return encoded === true ? true : undefined
}

/**
 * A command's inputs as a person would type them: a choice by its name, a lock by its serial code.
 * @param command the whole command: choices come from its schemas
 * @param serialOf returns the serial code of a lock id, if known
 */
export const lineWords = (
  command: CommandHead,
  input: Readonly<Record<string, unknown>>,
  serialOf: (lockID: LockId) => string | undefined
): LineWords =>
  Object.fromEntries(
    Object.entries(command.input).flatMap(([key, field]) => {
      const value = input[key]
      if (value === undefined || !isTyped(field)) return []
      if (field.picks === "lock" && Schema.is(LockId)(value)) return [[key, serialOf(value) ?? `#${value}`]]
      const word = wordOf(field, value)
      return word === undefined ? [] : [[key, word]]
    })
  )
