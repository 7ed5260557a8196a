import type { AnyCommand } from "./registry.ts"
import type { InputField } from "./Command.ts"

/** What a shell takes as one word, as it stands; zsh expands `=` at the beginning. */
const plain = /^[\w/:.,@%+-][\w/:=.,@%+-]*$/

/** A word as a POSIX shell reads it back: as it stands where nothing in it means anything, else in single quotes. */
export const shellWord = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The option that takes a field in the terminal, without its dashes. */
export const optionName = (key: string, field: InputField): string =>
  field.picks === "facility" ? "facility" : kebab(key)

/**
 * A command as a line for a shell, with its inputs in the words a person would type. Without the inputs it needs it is its
 * first example. Null where the command has no place in the terminal.
 */
export const terminalLine = (command: AnyCommand, words: Readonly<Record<string, string>> = {}): string | null => {
  const { terminal } = command
  if (terminal === undefined) return null
  const fields = Object.entries(command.input)
  const missing = fields.some(
    ([key, field]) => field.optional !== true && field.asked === undefined && words[key] === undefined
  )
  if (missing) return terminal.examples[0] ?? null
  const given = fields.flatMap(([key, field]) => {
    const value = words[key]
    return value === undefined ? [] : [{ key, field, value }]
  })
  const typed = given.filter(({ field }) => field.positional === true).map(({ value }) => value)
  const options = given
    .filter(({ field }) => field.positional !== true)
    .map(({ key, field, value }) =>
      // `--unit -5` would be read as an option of its own.
      value.startsWith("-")
        ? `--${optionName(key, field)}=${shellWord(value)}`
        : `--${optionName(key, field)} ${shellWord(value)}`
    )
  const dashes = typed.some((value) => value.startsWith("-")) ? ["--"] : []
  const path = terminal.path.filter((word) => word !== undefined)
  return ["lockdesk", ...path, ...options, ...dashes, ...typed.map(shellWord)].join(" ")
}
