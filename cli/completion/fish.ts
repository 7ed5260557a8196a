import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { type CompletionNode, completionTree } from "./completionTree.ts"

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** The values of one \`-a\`, quoted twice because fish splits them at spaces. */
const values = (words: ReadonlyArray<string>): string => quoted(words.map((word) => quoted(word)).join(" "))

/** A completion script for fish 3 and later. */
export const fishCompletion = (specs: ReadonlyArray<CommandSpec>): string => {
  const tree = completionTree(specs)
  return [
    "# fish completion for lockdesk",
    "complete -c lockdesk -f",
    ...tree.flatMap((node) => [...wordLines(node), ...optionLines(node), ...valueLines(node)]),
    ""
  ].join("\n")
}

/** True if exactly the node's words have been typed. */
const at = ({ path, words }: CompletionNode): string => {
  if (path === "") return quoted("__fish_use_subcommand")
  const seen = path.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`)
  const next = words.length === 0 ? [] : [`not __fish_seen_subcommand_from ${words.map(({ word }) => word).join(" ")}`]
  return quoted([...seen, ...next].join("; and "))
}

const wordLines = (node: CompletionNode): ReadonlyArray<string> =>
  node.words.map(({ word, title }) => `complete -c lockdesk -n ${at(node)} -a ${quoted(word)} -d ${quoted(title)}`)

const optionLines = (node: CompletionNode): ReadonlyArray<string> =>
  node.options.map(({ flag, description, takesValue, values: offered }) =>
    [
      `complete -c lockdesk -n ${at(node)} -l ${flag.slice(2)} -d ${quoted(description)}`,
      ...(takesValue ? ["-x"] : []),
      ...(takesValue && offered.length > 0 ? [`-a ${values(offered)}`] : [])
    ].join(" ")
  )

const valueLines = (node: CompletionNode): ReadonlyArray<string> => [
  ...(node.values.length > 0 ? [`complete -c lockdesk -n ${at(node)} -a ${values(node.values)}`] : []),
  ...(node.takesFile ? [`complete -c lockdesk -n ${at(node)} -F`] : [])
]
