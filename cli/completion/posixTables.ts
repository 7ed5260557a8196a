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
 * take a value, the values of an option, the values of an argument.
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
    table("_lockdesk_valued", [
      [
        "",
        [...new Set(tree.flatMap((node) => node.options.filter((each) => each.takesValue).map((each) => each.flag)))]
      ]
    ]),
    table(
      "_lockdesk_option_values",
      tree.flatMap((node) => node.options.map((each) => [`${node.path} ${each.flag}`, each.values] as const))
    ),
    table(
      "_lockdesk_argument_values",
      tree.map((node) => [node.path, node.values])
    ),
    table(
      "_lockdesk_files",
      tree.map((node) => [node.path, node.takesFile ? ["file"] : []])
    )
  ].join("\n")
