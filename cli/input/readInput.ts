import { Effect, Schema, SchemaAST } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { countText } from "#core/base/countText.ts"
import { serialOf } from "#core/base/serialText.ts"
import type { InputField, InputFields, InputOf } from "#core/commands/Command.ts"
import { choicesOf, wrongChoice } from "#core/commands/wrongChoice.ts"
import { type Call, defaultFacility } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, isFailure, missingInput } from "#cli/output/Failure.ts"
import { type InputSpec, pathText } from "#cli/specs/CommandSpec.ts"
import { ask } from "./ask.ts"
import { companyOf } from "./companyInput.ts"
import { facilityIdOf } from "./facilityInput.ts"
import { lockOf } from "./lockInput.ts"
import { reasonOf } from "./reasonInput.ts"
import { secretInput } from "./secretInput.ts"
import { userOf } from "./userInput.ts"

/**
 * The inputs of a command: typed, or prompted for at a terminal if missing, looked up by name if needed, and validated by their
 * schemas. Nothing is sent until all are valid.
 */
export const readInput = Effect.fnUntraced(function* <const F extends InputFields>(
  call: Call,
  fields: F
): Effect.fn.Return<InputOf<F>, unknown, ApiClient> {
  const input: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields)) {
    if (field.asked === "never" || field.asked === "passed") continue
    const typed = yield* typedInput(call, key, field)
    if (typed === undefined) continue
    input[key] = yield* valueOf(call, key, field, typed)
  }
  return input as InputOf<F>
})

/** Reads an input from the command line, or prompts for it at a terminal if it is required and missing. */
export const typedInput = (
  call: Call,
  key: string,
  field: InputField
): Effect.Effect<string | true | undefined, unknown> =>
  Effect.tryPromise({ try: () => typedOr(call, key, field), catch: (cause) => cause })

const typedOr = async (call: Call, key: string, field: InputField): Promise<string | true | undefined> => {
  if (field.asked === "hidden") {
    const { label, description } = field
    return secretInput(call.terminal, { key, label, description })
  }
  const typed = call.given[key] ?? (field.picks === "facility" ? defaultFacility(call) : undefined)
  if (typed !== undefined || field.optional === true) return typed
  if (!call.terminal.mayAsk) throw missingInput(field.label, howToGive(call, key, field), key)
  return ask(call.terminal, {
    label: field.label,
    description: field.description,
    hidden: false,
    choices: field.choices ?? [],
    picks: field.picks ?? null,
    activeOnly: field.activeOnly === true
  })
}

/** An input as help shows it: FACILITY, or `--facility`. */
const formOf = ({ place, name }: InputSpec): string => (place === "argument" ? name : `--${name}`)

const specOf = ({ spec }: Call, key: string): InputSpec | undefined => spec.inputs.find((each) => each.key === key)

/** How to add a missing input, with an example of the command that has it. */
const howToGive = (call: Call, key: string, { description }: InputField): string => {
  const { spec, flags } = call
  const input = specOf(call, key)
  if (input === undefined) return `${description}. Run lockdesk ${pathText(spec)} at a terminal.`
  const form = formOf(input)
  const example = spec.examples.find((line) => input.place === "argument" || line.includes(`${form} `))
  const took = typeof flags.json === "string" ? ` --json took '${flags.json}' as its fields.` : ""
  return `Add ${form}: ${description}.${took}${example === undefined ? "" : ` For example: ${example}`}`
}

const valueOf = (
  call: Call,
  key: string,
  field: InputField,
  typed: string | true
): Effect.Effect<unknown, unknown, ApiClient> => {
  if (typed === true) return Effect.succeed(true)
  const byName = namedValue(call, field, typed)
  return Effect.flatMap(byName, (found) => checked(call, key, field, found))
}

/** People use names, the contract uses numbers. */
const namedValue = (call: Call, field: InputField, typed: string): Effect.Effect<unknown, unknown, ApiClient> => {
  const numeric = isNumeric(field)
  const kind = field.picks
  switch (kind) {
    case "facility":
      return facilityIdOf(typed, field.orDeleted)
    case "lock":
      return numeric ? Effect.map(lockOf(call, typed), (lock) => lock.lockID) : Effect.succeed(serialOf(typed))
    case "company":
      return Effect.map(companyOf(typed), ({ companyID }) => companyID)
    case "user":
      if (!numeric && typed.includes("@")) return Effect.succeed(typed)
      return Effect.map(userOf(typed, "everybody"), ({ userID, email }) => (numeric ? userID : email)).pipe(
        // Only the server knows the users of other companies, whom a site-level role may name by id.
        Effect.catchIf(
          (error) => numeric && /^[1-9]\d*$/.test(typed) && isFailure(error) && error.facts.code === "UserNotFound",
          () => Effect.succeed(Number(typed))
        )
      )
    case "apiKey":
    case "webhook":
      // Loaded on demand, for a fast start of all other commands.
      return Effect.flatMap(
        Effect.promise(() => import("./namedInput.ts")),
        ({ numberOf }) => numberOf(kind, typed)
      )
    case "reason":
      return Effect.try({ try: () => reasonOf(typed), catch: (cause) => cause })
    default:
      return Effect.succeed(numeric && /^-?\d+$/.test(typed) ? Number(typed) : typed)
  }
}

/** A message with the field's label before it, unless it already begins with that. */
const labeled = (label: string, message: string): string =>
  message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`

/** A message about a number, with commas in long ones: `between 1 and 10,000,000`. */
const separated = (message: string, isAboutNumber: boolean): string =>
  isAboutNumber ? message.replaceAll(/\d{4,}/g, (digits) => countText(Number(digits))) : message

const isNumeric = ({ schema }: InputField): boolean => SchemaAST.isNumber(SchemaAST.toEncoded(schema.ast))

const checked = (call: Call, key: string, field: InputField, value: unknown): Effect.Effect<unknown, Failure> =>
  Effect.mapError(Schema.decodeUnknownEffect(field.schema)(value), (error) => {
    const choices = field.picks === undefined ? choicesOf(field) : []
    const input = specOf(call, key)
    const expected =
      isNumeric(field) && typeof value === "string"
        ? `Expected a number, not '${value}'`
        : separated(error.message.split("\n")[0] ?? "", isNumeric(field))
    const wrong =
      choices.length > 0
        ? wrongChoice(field.label, String(value), choices)
        : {
            error: labeled(field.label, expected),
            next: `${input === undefined ? "" : `Correct ${formOf(input)}: `}${field.description}.`
          }
    return new Failure({
      code: "InvalidInput",
      message: wrong.error,
      next: wrong.next,
      exit: exitCodes.usage,
      field: key
    })
  })
