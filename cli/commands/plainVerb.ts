import { Predicate } from "effect"
import type { Command } from "#core/commands/Command.ts"
import type { AnyCommand } from "#core/commands/registry.ts"
import { outputFields } from "#core/commands/endpoints.ts"
import { type Shown, shownList, shownRecord } from "#cli/output/shown.ts"
import { callVerb, type Verb } from "./Verb.ts"

/** How a command runs that has nothing of its own in the terminal: its answer, field by field. */
export const plainVerb = (command: AnyCommand): Verb =>
  callVerb(command as unknown as Command, (answer) => shownOf(command, answer))

const shownOf = (command: AnyCommand, answer: unknown): Shown => {
  const data = Predicate.hasProperty(answer, "data") ? answer.data : answer
  const fields = command.does.call === undefined ? [] : outputFields(command.does.call)
  const columns = fields.map((field) => ({
    heading: field,
    text: (row: object) => textOf((row as Readonly<Record<string, unknown>>)[field])
  }))
  if (!Array.isArray(data)) return shownRecord(Predicate.isObject(data) ? data : {}, columns)
  const total = Predicate.hasProperty(answer, "totalCount") ? Number(answer.totalCount) : data.length
  return shownList("results", data as ReadonlyArray<object>, columns, total)
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : Predicate.isObject(value) ? JSON.stringify(value) : String(value)
