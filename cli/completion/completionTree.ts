import type { Picks } from "#core/commands/Command.ts"
import { type CommandSpec, type InputSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"

/** The possible continuations of a partial command line. */
export interface CompletionNode {
  /** The words so far: "", "locks" or "locks show". */
  readonly path: string
  /** The next words, each with a description. */
  readonly words: ReadonlyArray<Candidate>
  readonly options: ReadonlyArray<CompletionOption>
  /** The arguments after the words, in order. */
  readonly arguments: ReadonlyArray<CompletionArgument>
}

/** What can be typed next, and a few words about it. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** What a value of an option or argument can be. */
export interface CompletionValue {
  /** All values, if there is a fixed list. */
  readonly choices: ReadonlyArray<string>
  readonly isFile: boolean
  /** The kind of thing it names; null for plain text, or if `choices` has all of them. */
  readonly picks: Picks | null
  /** Only active facilities. */
  readonly activeOnly: boolean
  /** Separators of a list typed as one word; empty if it is a single value. */
  readonly separators: string
}

/** One argument of a command. */
export interface CompletionArgument extends CompletionValue {
  /** Takes all words from here on. */
  readonly many: boolean
}

export interface CompletionOption {
  readonly flag: string
  readonly description: string
  readonly takes: "nothing" | "a value" | "maybe a value"
  readonly value: CompletionValue
}

/** Every position in a command line that can be completed. */
export const completionTree = (specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CompletionNode> => {
  const nouns = [...new Set(specs.map((spec) => spec.path[0]))]
  const titleOf = (noun: string) => specs.find((spec) => pathText(spec) === noun)?.title ?? `Commands for ${noun}`
  const root: CompletionNode = {
    path: "",
    words: nouns.map((noun) => ({ value: noun, description: titleOf(noun) })),
    options: [...shared, plain("--version", "Show the version")],
    arguments: []
  }
  const groups = nouns.flatMap((noun): ReadonlyArray<CompletionNode> => {
    const words = specs.flatMap(({ path: [first, verb], title }) =>
      first === noun && verb !== undefined ? [{ value: verb, description: title }] : []
    )
    return words.length === 0 ? [] : [{ path: noun, words, options: shared, arguments: [] }]
  })
  return [root, ...groups, ...specs.map(leafOf)]
}

/** A command's node. Its inputs are read only when they are needed, because each noun's are in a file. */
const leafOf = (spec: CommandSpec): CompletionNode => ({
  path: pathText(spec),
  words: [],
  get options() {
    return [...spec.inputs.filter((input) => input.place === "option").map(optionOf), ...sharedFor(spec)]
  },
  get arguments() {
    return spec.inputs
      .filter((input) => input.place === "argument")
      .map((input) => ({ ...valueOf(input), many: input.many }))
  }
})

const noValue: CompletionValue = { choices: [], isFile: false, picks: null, activeOnly: false, separators: "" }

const plain = (flag: string, description: string): CompletionOption => ({
  flag,
  description,
  takes: "nothing",
  value: noValue
})

const valueOf = ({ choices, listOf, picks, secret, name, activeOnly, many }: InputSpec): CompletionValue => ({
  choices: listOf.length > 0 ? listOf : choices,
  isFile: picks === "file" || secret === "file" || name === "output",
  picks: choices.length > 0 ? null : picks,
  activeOnly,
  separators: listOf.length > 0 ? "," : picks === "facilities" && !many ? ",;" : ""
})

const optionOf = (input: InputSpec): CompletionOption => ({
  flag: `--${input.name}`,
  description: input.description,
  takes: input.kind === "flag" ? "nothing" : "a value",
  value: valueOf(input)
})

const shared: ReadonlyArray<CompletionOption> = [
  ...globalOptions.map(({ flag, description, value, picks = null }): CompletionOption => ({
    flag,
    description,
    takes: value === undefined ? "nothing" : value.startsWith("<") ? "a value" : "maybe a value",
    value: { ...noValue, picks }
  })),
  plain("--help", "Show help")
]

/** `--json` takes the response's fields, and --facility the facilities that the command accepts. */
const sharedFor = ({ fields, inputs }: CommandSpec): ReadonlyArray<CompletionOption> => {
  const activeOnly = inputs.some((input) => input.place === "global" && input.picks === "facility" && input.activeOnly)
  return shared.map((option) => {
    const { flag, value } = option
    if (flag === "--json") return { ...option, value: { ...value, choices: fields, separators: "," } }
    return flag === "--facility" ? { ...option, value: { ...value, activeOnly } } : option
  })
}
