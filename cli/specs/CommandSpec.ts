import type { Command, Picks } from "#core/commands/Command.ts"

/**
 * Everything the parser, help and completion need from a command, as plain data derived from its definition, so that they need
 * neither Effect nor the contract.
 */
export interface CommandSpec {
  readonly id: string
  /** Its noun (`commands/nouns.ts`), with which it is loaded. */
  readonly noun: string
  /** Noun and verb, or a single word. */
  readonly path: readonly [string, string?]
  readonly title: string
  readonly section: string
  readonly risk: Command["risk"]
  readonly examples: ReadonlyArray<string>
  readonly inputs: ReadonlyArray<InputSpec>
  /** The response's fields, for `--json a,b`; empty if there is nothing to choose. */
  readonly fields: ReadonlyArray<string>
}

/** One input of a command on the command line. */
export interface InputSpec {
  /** Its name in the command's definition. */
  readonly key: string
  readonly label: string
  readonly description: string
  /**
   * `argument` is positional, `option` is `--name`, `global` is a flag of every command, and `asked` is never on the command
   * line.
   */
  readonly place: "argument" | "option" | "global" | "asked"
  /** SERIAL-CODE of an argument, `count` of an option. */
  readonly name: string
  readonly kind: "text" | "number" | "flag"
  readonly required: boolean
  /** Takes any number of words. */
  readonly many: boolean
  /**
   * A secret: `asked` is typed without echo or piped in; `file` is an option with the name of a file. Neither is ever an
   * argument.
   */
  readonly secret: "asked" | "file" | null
  /** The kind of thing it names; null for plain text or a number. */
  readonly picks: Picks | null
  /** Only active facilities are offered. */
  readonly activeOnly: boolean
  readonly choices: ReadonlyArray<string>
  /** The values of a list in one word, separated by commas; empty if it is a single value. */
  readonly listOf: ReadonlyArray<string>
}

/** How a command is typed: `locks show`. */
export const pathText = (spec: Pick<CommandSpec, "path">): string => spec.path.filter(Boolean).join(" ")
