import type { Command, Picks } from "#core/commands/Command.ts"

/**
 * What the command line, its help and its completion need to know of a command, as plain data: read off the command's
 * definition, so that parsing and helping need neither Effect nor the contract.
 */
export interface CommandSpec {
  readonly id: string
  /** Whose verb it is (`commands/nouns.ts`): the noun it is loaded with. */
  readonly noun: string
  /** Noun and verb, or a single word. */
  readonly path: readonly [string, string?]
  readonly title: string
  readonly section: string
  readonly risk: Command["risk"]
  readonly examples: ReadonlyArray<string>
  readonly inputs: ReadonlyArray<InputSpec>
  /** Names of what it answers with, for `--json a,b`; empty when there is nothing to choose from. */
  readonly fields: ReadonlyArray<string>
}

/** One input of a command on the command line. */
export interface InputSpec {
  /** Its name in the command's definition. */
  readonly key: string
  readonly label: string
  readonly description: string
  /**
   * `argument` stands in its place, `option` is `--name`, `global` is one of the flags that every command has, and
   * `asked` is never on the command line.
   */
  readonly place: "argument" | "option" | "global" | "asked"
  /** SERIAL-CODE of an argument, `count` of an option. */
  readonly name: string
  readonly kind: "text" | "number" | "flag"
  readonly required: boolean
  /** Takes any number of words. */
  readonly many: boolean
  /**
   * A secret: `asked` comes from the keyboard, unseen, or from a pipe; `file` is an option that names a file with it. Neither
   * is ever a word of a command line.
   */
  readonly secret: "asked" | "file" | null
  /** What it names, by whatever people call that; null for a plain text or number. */
  readonly picks: Picks | null
  readonly choices: ReadonlyArray<string>
}

/** How a command is typed: `locks show`. */
export const pathText = (spec: Pick<CommandSpec, "path">): string => spec.path.filter(Boolean).join(" ")
