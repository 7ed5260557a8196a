import { isFailure } from "#cli/output/Failure.ts"
import { parseCommandLine } from "#cli/parse.ts"
import { type CommandSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { globalOptions, type GlobalValues } from "#cli/specs/globalOptions.ts"
import type { ChosenCommand, Given } from "./ChosenCommand.ts"
import { shellWords } from "./shellWords.ts"

/** A shell line typed into the palette. */
export interface CommandLine extends ChosenCommand {
  /** The line without `lockdesk`. */
  readonly text: string
  /** The text after the command's words, as typed. */
  readonly rest: string
  /** Why the line can't run, or null. */
  readonly refusal: string | null
}

/** Parses a command typed as in the shell, with or without `lockdesk`; null if it is something else. */
export const commandLineOf = (input: string, specs: ReadonlyArray<CommandSpec>): CommandLine | null => {
  const text = input.trim().replace(/^lockdesk(\s+|$)/, "")
  const spec = specs.find((each) => restAfter(text, each) !== null)
  if (spec === undefined) return null
  const line = { spec, text, rest: restAfter(text, spec) ?? "" }
  try {
    const parsed = parseCommandLine(shellWords(text), specs)
    if (parsed.kind !== "run") return null
    const given = onlyGiven(parsed.given)
    if (isSentence(spec, given)) return null
    return { ...line, given, flags: parsed.flags, refusal: flagRefusal(spec, parsed.flags) }
  } catch (error) {
    if (!isFailure(error)) throw error
    return isSentence(spec, {}) ? null : { ...line, given: {}, flags: {}, refusal: error.facts.message }
  }
}

const restAfter = (text: string, spec: CommandSpec): string | null => {
  const path = pathText(spec).replaceAll(" ", "\\s+")
  const found = new RegExp(`^${path}(?:\\s+(.*))?$`, "s").exec(text)
  return found === null ? null : (found[1] ?? "")
}

const onlyGiven = (given: Readonly<Record<string, string | true | undefined>>): Given =>
  Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

/** `undo a job` starts with a one-word command but is a search, because that command takes a number. */
const isSentence = ({ path, inputs }: CommandSpec, given: Given): boolean =>
  path[1] === undefined &&
  inputs.some(
    ({ key, kind, place }) => place === "argument" && kind === "number" && /\D/.test(String(given[key] ?? "x"))
  )

/** A reveal has its own page, which supports no flags. */
const flagRefusal = (spec: CommandSpec, flags: GlobalValues): string | null => {
  const flag = globalOptions.find(({ key }) => flags[key] !== undefined)?.flag
  if (spec.id !== "locks.reveal" || flag === undefined) return null
  return `A reveal can't take ${flag} here. Remove it, or run the command in your shell.`
}
