import { SchemaAST } from "effect"
import { commands } from "#core/commands/registry.ts"
import { optionName } from "#core/commands/terminalLine.ts"
import type { InputField, InputFields } from "#core/commands/Command.ts"
import { choicesOf } from "#core/commands/wrongChoice.ts"
import { outputFields } from "#core/commands/endpoints.ts"
import { verbs } from "#cli/commands/verbs.ts"
import type { CommandSpec, InputSpec } from "#cli/specs/CommandSpec.ts"
import { type GlobalValues, globalOptions } from "#cli/specs/globalOptions.ts"

/** Derives the specs of every terminal command, in the order of their definitions. */
export const deriveSpecs = (): ReadonlyArray<CommandSpec> => {
  const shared = commands.filter((command) => command.terminal !== undefined).map((command) => command.id)
  const local = [...verbs].filter(([id, { verb }]) => verb.hidden !== true && !shared.includes(id))
  const ids = [...shared, ...local.map(([id]) => id)]
  return ids.map((id) => {
    const placed = verbs.get(id)
    if (placed === undefined) throw new Error(`${id} has a place in the terminal, and no verb`)
    const { noun, verb } = placed
    const { command } = verb
    if (command.terminal === undefined) throw new Error(`${id} has a verb, and no place in the terminal`)
    const call = "does" in command ? command.does.call : undefined
    return {
      id,
      noun,
      path: command.terminal.path,
      title: command.title,
      section: command.section,
      risk: command.risk,
      examples: command.terminal.examples,
      inputs: inputSpecs({ ...command.input, ...verb.options }),
      fields: verb.fields ?? (call === undefined ? [] : outputFields(call))
    }
  })
}

/** A command's inputs as specs for the command line. */
export const inputSpecs = (fields: InputFields): ReadonlyArray<InputSpec> =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    label: field.label,
    description: field.description,
    place: placeOf(key, field),
    name: field.positional === true ? upperKebab(field.label) : optionName(key, field),
    kind: kindOf(field),
    required: field.optional !== true,
    many: field.many === true,
    secret: field.asked === "hidden" ? "asked" : field.holdsSecret === true ? "file" : null,
    picks: field.picks ?? null,
    activeOnly: field.activeOnly === true,
    choices: choicesOf(field),
    listOf: field.listOf ?? []
  }))

const isGlobal = (key: string): key is keyof GlobalValues => globalOptions.some((option) => option.key === key)

const placeOf = (key: string, field: InputField): InputSpec["place"] => {
  if (field.asked !== undefined) return "asked"
  if (field.positional === true) return "argument"
  return field.picks === "facility" || isGlobal(key) ? "global" : "option"
}

const upperKebab = (label: string): string => label.toUpperCase().replace(/[^A-Z0-9]+/g, "-")

const kindOf = (field: InputField): InputSpec["kind"] => {
  const encoded = SchemaAST.toEncoded(field.schema.ast)
  if (SchemaAST.isBoolean(encoded)) return "flag"
  return SchemaAST.isNumber(encoded) && field.picks === undefined ? "number" : "text"
}
