import { type CommandSpec, type InputSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"

/** The possible continuations of a partial command line, for every shell. */
export interface CompletionNode {
  /** The words so far: "", "locks" or "locks show". */
  readonly path: string
  /** The next words, each with a description. */
  readonly words: ReadonlyArray<{ readonly word: string; readonly title: string }>
  readonly options: ReadonlyArray<CompletionOption>
  /** The arguments after the words, in order. */
  readonly arguments: ReadonlyArray<CompletionArgument>
}

/** One argument of a command. */
export interface CompletionArgument {
  /** Its values, if it has a fixed list. */
  readonly values: ReadonlyArray<string>
  readonly isFile: boolean
  /** Takes all words from here on. */
  readonly many: boolean
}

export interface CompletionOption {
  readonly flag: string
  readonly description: string
  readonly takesValue: boolean
  readonly values: ReadonlyArray<string>
  readonly isFile: boolean
}

/** Every position in a command line that can be completed. */
export const completionTree = (specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CompletionNode> => {
  const nouns = [...new Set(specs.map((spec) => spec.path[0]))]
  const titleOf = (noun: string) => specs.find((spec) => pathText(spec) === noun)?.title ?? `Commands for ${noun}`
  const root: CompletionNode = {
    path: "",
    words: nouns.map((noun) => ({ word: noun, title: titleOf(noun) })),
    options: [...shared, plain("--version", "Show the version")],
    arguments: []
  }
  const groups = nouns.flatMap((noun): ReadonlyArray<CompletionNode> => {
    const words = specs.flatMap(({ path: [first, verb], title }) =>
      first === noun && verb !== undefined ? [{ word: verb, title }] : []
    )
    return words.length === 0 ? [] : [{ path: noun, words, options: shared, arguments: [] }]
  })
  const leaves = specs.map((spec): CompletionNode => ({
    path: pathText(spec),
    words: [],
    options: [...spec.inputs.filter((input) => input.place === "option").map(optionOf), ...sharedFor(spec)],
    arguments: spec.inputs
      .filter((input) => input.place === "argument")
      .map((input) => ({ values: input.choices, isFile: isFile(input), many: input.many }))
  }))
  return [root, ...groups, ...leaves]
}

const plain = (flag: string, description: string): CompletionOption => ({
  flag,
  description,
  takesValue: false,
  values: [],
  isFile: false
})

/** Whether an input is the name of a file, to read or to write. */
const isFile = ({ picks, secret, name }: InputSpec): boolean =>
  picks === "file" || secret === "file" || name === "output"

const optionOf = (input: InputSpec): CompletionOption => ({
  flag: `--${input.name}`,
  description: input.description,
  takesValue: input.kind !== "flag",
  values: input.choices,
  isFile: isFile(input)
})

const shared: ReadonlyArray<CompletionOption> = [
  ...globalOptions.map((option) => ({
    flag: option.flag,
    description: option.description,
    takesValue: option.value?.startsWith("<") === true,
    values: [],
    isFile: false
  })),
  plain("--help", "Show help")
]

/** `--json` completes the response's fields. */
const sharedFor = (spec: CommandSpec): ReadonlyArray<CompletionOption> =>
  shared.map((option) => (option.flag === "--json" ? { ...option, values: spec.fields } : option))
