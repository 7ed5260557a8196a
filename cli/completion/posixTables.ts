import type { CompletionNode } from "./completionTree.ts"

/** Quotes a text for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const lines = (words: ReadonlyArray<string>): string =>
  words.length === 0 ? ":" : `printf '%s\\n' ${words.map(quoted).join(" ")}`

const table = (name: string, rows: ReadonlyArray<readonly [key: string, words: ReadonlyArray<string>]>): string =>
  [
    `${name}() {`,
    '  case "$1" in',
    ...rows.filter(([, words]) => words.length > 0).map(([key, words]) => `    ${quoted(key)}) ${lines(words)} ;;`),
    "  esac",
    "}"
  ].join("\n")

/**
 * The continuations as functions for bash and zsh that print one word per line: the words after a path, its options, those that
 * take a value, the values of an option, the options that take a file; and by the number of an argument its values, and whether
 * it is a file. `_lockdesk_many` is the number of the argument that takes all words after it.
 */
export const posixTables = (tree: ReadonlyArray<CompletionNode>): string =>
  [
    table(
      "_lockdesk_words",
      tree.map((node) => [node.path, node.words.map(({ word }) => word)])
    ),
    table(
      "_lockdesk_options",
      tree.map((node) => [node.path, node.options.map(({ flag }) => flag)])
    ),
    table("_lockdesk_valued", [["", flagsOf(tree, (option) => option.takesValue)]]),
    table(
      "_lockdesk_option_values",
      tree.flatMap((node) => node.options.map((each) => [`${node.path} ${each.flag}`, each.values] as const))
    ),
    table(
      "_lockdesk_option_files",
      tree.flatMap((node) =>
        node.options.map((each) => [`${node.path} ${each.flag}`, each.isFile ? ["file"] : []] as const)
      )
    ),
    table(
      "_lockdesk_argument_values",
      tree.flatMap((node) => node.arguments.map((each, index) => [`${node.path} ${index + 1}`, each.values] as const))
    ),
    table(
      "_lockdesk_argument_files",
      tree.flatMap((node) =>
        node.arguments.map((each, index) => [`${node.path} ${index + 1}`, each.isFile ? ["file"] : []] as const)
      )
    ),
    table(
      "_lockdesk_many",
      tree.map((node) => [
        node.path,
        node.arguments.flatMap((each, index) => (each.many ? [String(index + 1)] : [])).slice(-1)
      ])
    )
  ].join("\n")

/** The flags of the options anywhere that are so. */
export const flagsOf = (
  tree: ReadonlyArray<CompletionNode>,
  is: (option: CompletionNode["options"][number]) => boolean
): ReadonlyArray<string> => [...new Set(tree.flatMap((node) => node.options.filter(is).map((each) => each.flag)))]
