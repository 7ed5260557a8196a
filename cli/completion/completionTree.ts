import { type CommandSpec, type InputSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"

/** The possible continuations of a partial command line, for every shell. */
export interface CompletionNode {
  /** The words so far: "", "locks" or "locks show". */
  readonly path: string
  /** The next words, each with a description. */
  readonly words: ReadonlyArray<{ readonly word: string; readonly title: string }>
  readonly options: ReadonlyArray<CompletionOption>
  /** Values of the next argument, if it has a fixed list. */
  readonly values: ReadonlyArray<string>
  /** Whether the next argument is a file. */
  readonly takesFile: boolean
}

export interface CompletionOption {
  readonly flag: string
  readonly description: string
  readonly takesValue: boolean
  readonly values: ReadonlyArray<string>
}

/** Every position in a command line that can be completed. */
export const completionTree = (specs: ReadonlyArray<CommandSpec>): ReadonlyArray<CompletionNode> => {
  const nouns = [...new Set(specs.map((spec) => spec.path[0]))]
  const titleOf = (noun: string) => specs.find((spec) => pathText(spec) === noun)?.title ?? `Commands for ${noun}`
  const root: CompletionNode = {
    path: "",
    words: nouns.map((noun) => ({ word: noun, title: titleOf(noun) })),
    options: [...shared, plain("--version", "Show the version")],
    values: [],
    takesFile: false
  }
  const groups = nouns.flatMap((noun): ReadonlyArray<CompletionNode> => {
    const words = specs.flatMap(({ path: [first, verb], title }) =>
      first === noun && verb !== undefined ? [{ word: verb, title }] : []
    )
    return words.length === 0 ? [] : [{ path: noun, words, options: shared, values: [], takesFile: false }]
  })
  const leaves = specs.map((spec): CompletionNode => {
    const argument = spec.inputs.find((input) => input.place === "argument")
    return {
      path: pathText(spec),
      words: [],
      options: [...spec.inputs.filter((input) => input.place === "option").map(optionOf), ...sharedFor(spec)],
      values: argument?.choices ?? [],
      takesFile: argument !== undefined && argument.name.endsWith("FILE")
    }
  })
  return [root, ...groups, ...leaves]
}

const plain = (flag: string, description: string): CompletionOption => ({
  flag,
  description,
  takesValue: false,
  values: []
})

const optionOf = (input: InputSpec): CompletionOption => ({
  flag: `--${input.name}`,
  description: input.description,
  takesValue: input.kind !== "flag",
  values: input.choices
})

const shared: ReadonlyArray<CompletionOption> = [
  ...globalOptions.map((option) => ({
    flag: option.flag,
    description: option.description,
    takesValue: option.value?.startsWith("<") === true,
    values: []
  })),
  plain("--help", "Show help")
]

/** `--json` completes the response's fields. */
const sharedFor = (spec: CommandSpec): ReadonlyArray<CompletionOption> =>
  shared.map((option) => (option.flag === "--json" ? { ...option, values: spec.fields } : option))
