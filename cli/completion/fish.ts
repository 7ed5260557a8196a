import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import { type CompletionNode, completionTree } from "./completionTree.ts"
import { flagsOf } from "./posixTables.ts"

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** The values of one \`-a\`, quoted twice because fish splits them at spaces. */
const values = (words: ReadonlyArray<string>): string => quoted(words.map((word) => quoted(word)).join(" "))

/** A completion script for fish 3 and later. */
export const fishCompletion = (specs: ReadonlyArray<CommandSpec>): string => {
  const tree = completionTree(specs)
  return [
    "# fish completion for lockdesk",
    argumentFunction(flagsOf(tree, (option) => option.takesValue)),
    "complete -c lockdesk -f",
    ...tree.flatMap((node) => [...wordLines(node), ...optionLines(node), ...valueLines(node)]),
    ""
  ].join("\n")
}

/**
 * `__lockdesk_argument "locks set-color" -eq 2`: whether the next argument of this command is its second. Options and their
 * values are not counted.
 */
const argumentFunction = (valued: ReadonlyArray<string>): string => `function __lockdesk_argument
    set -l seen
    set -l skip no
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
        else if contains -- $word ${valued.join(" ")}
            set skip yes
        else if not string match -q -- '-?*' $word
            set -a seen $word
        end
    end
    test $skip = no; or return 1
    set -l words (string split ' ' -- $argv[1])
    set -l count (count $words)
    test (count $seen) -ge $count; or return 1
    test "$seen[1..$count]" = "$argv[1]"; or return 1
    test (math (count $seen) - $count + 1) $argv[2] $argv[3]
end`

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
  node.options.map(({ flag, description, takesValue, values: offered, isFile }) =>
    [
      `complete -c lockdesk -n ${at(node)} -l ${flag.slice(2)} -d ${quoted(description)}`,
      ...(takesValue ? [isFile ? "-r -F" : "-x"] : []),
      ...(takesValue && offered.length > 0 ? [`-a ${values(offered)}`] : [])
    ].join(" ")
  )

const valueLines = ({ path, arguments: all }: CompletionNode): ReadonlyArray<string> =>
  all.flatMap(({ values: offered, isFile, many }, index) => {
    const next = `complete -c lockdesk -n ${quoted(`__lockdesk_argument "${path}" ${many ? "-ge" : "-eq"} ${index + 1}`)}`
    return [...(offered.length > 0 ? [`${next} -a ${values(offered)}`] : []), ...(isFile ? [`${next} -F`] : [])]
  })
