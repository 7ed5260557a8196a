import type { Environment } from "#cli/local/environment.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { oneLine } from "#cli/output/ansi.ts"
import { displayWidth, padded, shortened } from "#cli/output/displayWidth.ts"
import type { Candidate } from "./completionTree.ts"
import { fileReply, type Shell } from "./completeWord.ts"
import { type Continuation, continuationOf } from "./continuationOf.ts"
import { namesFromServer } from "./namesFromServer.ts"
import { quotedLike, shellLine } from "./shellLine.ts"

/** What the hidden command prints for the arguments of a shell's script. */
export const completionReply = async (
  [shell = "", ...args]: ReadonlyArray<string>,
  specs: ReadonlyArray<CommandSpec>,
  environment: Environment,
  signal: AbortSignal
): Promise<string> => {
  const reader = readers[shell as Shell]
  if (reader === undefined) return ""
  const { words, current, lineOf, listingColumns } = reader(args)
  const found = continuationOf(specs, words, current)
  const { value, typed, list, flags } = found
  if (value?.isFile === true) return `${fileReply}\n`
  const { picks = null, activeOnly = false } = value ?? {}
  const names = picks === null ? [] : await namesFromServer({ picks, activeOnly, typed, flags }, environment, signal)
  const all = [...found.candidates, ...names]
  // A name with a control character can't be typed, and would take more than its line.
  const fitting = all.filter(({ value }) => begins(value, typed) && !/\p{Cc}/u.test(value) && !includes(list, value))
  const lines = fitting.map((each) => lineOf(each, found))
  return ["words", ...(listingColumns === undefined ? lines : described(lines, fitting, listingColumns)), ""].join("\n")
}

/** The lines with their descriptions in a second column, within the width of the screen. */
const described = (
  lines: ReadonlyArray<string>,
  candidates: ReadonlyArray<Candidate>,
  columns: number
): ReadonlyArray<string> => {
  const widest = Math.max(...lines.map(displayWidth))
  return lines.map((line, at) => {
    const description = oneLine(candidates[at]?.description ?? "")
    return description === "" ? line : shortened(`${padded(line, widest)}  (${description})`, columns - 1)
  })
}

/** As a command compares names. */
const begins = (text: string, typed: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase())

const includes = (list: string, value: string): boolean => list.split(/[,;]/).some((item) => item.trim() === value)

/** What a shell's script passes, and how it takes a candidate. */
interface Reader {
  readonly words: ReadonlyArray<string>
  readonly current: string
  readonly lineOf: (candidate: Candidate, continuation: Continuation) => string
  /** The width of the screen, if the shell only lists the candidates and inserts none of them. */
  readonly listingColumns?: number
}

/** Bash's COMP_TYPE when it lists the candidates after a second Tab: a question mark. */
const isListing = (type: string): boolean => type === "63"

const readers: Readonly<Record<Shell, (args: ReadonlyArray<string>) => Reader>> = {
  bash: ([line = "", breaks = "", type = "", columns = ""]) => {
    const { words, current } = shellLine(line, breaks)
    const command = words.findIndex((word) => !/^\w+=/.test(word))
    return {
      words: words.slice(command + 1),
      current: current.text,
      // Bash would insert a description, too.
      ...(isListing(type) ? { listingColumns: Number(columns) || 80 } : {}),
      lineOf: ({ value }, { option, list }) =>
        quotedLike(current, `${option}${list}${value}`.slice(current.kept.length))
    }
  },
  zsh: (args) => ({
    ...lastTyped(args),
    // The script removes the option.
    lineOf: ({ value, description }, { list }) =>
      [`${list}${value}`.replaceAll(/[\\:]/g, "\\$&"), oneLine(description)].filter(Boolean).join(":")
  }),
  fish: (args) => ({
    ...lastTyped(args),
    lineOf: ({ value, description }, { option, list }) =>
      [`${option}${list}${value}`, oneLine(description)].filter(Boolean).join("\t")
  })
}

/** The words of a line, of which only the last one is as typed. */
const lastTyped = (args: ReadonlyArray<string>): Omit<Reader, "lineOf"> => ({
  words: args.slice(0, -1),
  current: shellLine(args.at(-1) ?? "", "").current.text
})
