import { Struct } from "effect"
import type { Plugin } from "vite"
import type { FieldHead, InputField } from "#core/commands/Command.ts"
import * as lists from "#core/commands/lists.ts"
import { publicCommands } from "#core/commands/publicCommands.ts"
import { type AnyCommand, type CommandHead, commands } from "#core/commands/registry.ts"
import { takesOf } from "#core/commands/takesOf.ts"
import { written } from "./written.ts"

const headsFile = /core\/commands\/heads\.ts$/

/**
 * The heads of all commands (core/commands/heads.ts), serialized for the console: their input schemas and code are loaded when
 * a command is run. Lists that the console needs completely at startup, or that contain nothing more than heads, are imported.
 */
export const commandHeadsOfConsole = (): Plugin => ({
  name: "command-heads",
  load: (id) => (headsFile.test(id) ? derived() : null)
})

/** The lists that are imported completely, by command. */
const wholeLists = (): ReadonlyMap<AnyCommand, string> =>
  new Map(
    Object.entries<ReadonlyArray<unknown>>(lists).flatMap(([name, unknowns]) => {
      const list = unknowns as ReadonlyArray<AnyCommand>
      return isNeededWhole(list) ? list.map((command) => [command, name] as const) : []
    })
  )

/** The console's list: whole commands where their list is imported completely, otherwise their heads. */
export const writtenHeads = (): ReadonlyArray<CommandHead> => {
  const whole = wholeLists()
  return commands.map((command) => (whole.has(command) ? command : headOf(command)))
}

const derived = (): string => {
  const whole = wholeLists()
  const parts = writtenHeads().map((head, at) => {
    const command = commands[at]
    const name = command === undefined ? undefined : whole.get(command)
    return name === undefined ? written(inOrder(head)) : `...${name}`
  })
  return [
    ...[...new Set(whole.values())].map((name) => `import { ${name} } from "./${name}.ts"`),
    `export const commandHeads = [${[...new Set(parts)].join(",\n")}]`
  ].join("\n")
}

/** What neighboring commands share stands together: this compresses 3 % better. */
const order =
  "section id title shortTitle keywords keys terminal undo input scope many subject unchanged touches risk does".split(
    " "
  )

const inOrder = (head: CommandHead): object =>
  Object.fromEntries(Object.entries(head).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)))

/**
 * Whether a list is imported completely: rules can't be serialized, and the screens before sign-in already have their lists.
 */
const isNeededWhole = (list: ReadonlyArray<AnyCommand>): boolean =>
  list.every(({ does }) => !("run" in does)) ||
  list.some((command) => command.rule !== undefined || publicCommands.includes(command))

const headOf = (command: AnyCommand): CommandHead => {
  const { input, terminal, does } = command
  const { call, goTo, view, clicked } = does
  return {
    ...Struct.omit(command, ["asks", "back", "done", "terminal"]),
    input: Object.fromEntries(Object.entries(input).map(([key, field]) => [key, fieldHead(field)])),
    does: JSON.parse(JSON.stringify({ call, goTo, view, clicked })) as CommandHead["does"],
    ...(terminal === undefined ? {} : { terminal: { path: terminal.path, ...examples(input, terminal) } })
  }
}

/** Keeps the first terminal example of commands that read a file, because the console shows it. */
const examples = (
  input: AnyCommand["input"],
  { examples: [first] }: NonNullable<AnyCommand["terminal"]>
): Pick<NonNullable<CommandHead["terminal"]>, "examples"> =>
  first !== undefined && Object.values(input).some(({ picks }) => picks === "file") ? { examples: [first] } : {}

const fieldHead = (field: InputField): FieldHead => {
  const head = Struct.omit(field, ["schema", "description", "listOf"])
  const takes = takesOf(field)
  return takes === "text" ? head : { ...head, takes }
}
