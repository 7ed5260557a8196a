import { readFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import type { FacilityId } from "#core/base/ids.ts"
import type { InputField } from "#core/commands/Command.ts"
import { showFacility } from "#core/commands/facilityCommands.ts"
import { type FmsField, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { secretInput } from "#cli/input/secretInput.ts"
import { withoutMark } from "#cli/local/readTextFile.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"

const key = "passwordFile"
const otherwise = "use --password-file FILE, set LOCKDESK_FMS_PASSWORD"

/** The source of an FMS secret: a file, a variable, a pipe, or the keyboard. Never an argument. */
export const passwordFileOption = {
  [key]: {
    schema: Schema.String,
    label: "Password file",
    description:
      "A file whose first line is the FMS secret (password, key or token), or - for stdin; default: " +
      "LOCKDESK_FMS_PASSWORD, then piped input or a hidden prompt if the FMS requires a secret",
    optional: true,
    picks: "file",
    holdsSecret: true
  }
} as const satisfies Readonly<Record<string, InputField>>

const firstLineOf = (path: string): string => {
  const refused = (message: string, next: string) =>
    new Failure({ code: "FileRefused", message: `${path}: ${message}`, next, exit: exitCodes.usage, field: key })
  let text: string
  try {
    text = withoutMark(readFileSync(path, "utf8"))
  } catch (cause) {
    throw refused(
      `The file can't be read (${(cause as NodeJS.ErrnoException).code}).`,
      "Check its name and permissions."
    )
  }
  const line = (text.split("\n", 1)[0] ?? "").replace(/\r$/, "")
  if (line === "") throw refused("Its first line is empty.", "Write the secret there, and nothing else.")
  return line
}

/**
 * The secret of an FMS: from the named file or pipe, otherwise from the environment; if `needed`, then from a pipe or the
 * keyboard. Undefined if it is not needed and not given.
 */
export const fmsSecret = async (call: Call, label: string, needed: boolean): Promise<string | undefined> => {
  const path = call.given[key]
  const question = { key, label, description: "The FMS password, key or token; input hidden", otherwise }
  if (path === "-") return secretInput(call.terminal, question)
  if (typeof path === "string") return firstLineOf(path)
  return call.environment.fmsPassword ?? (needed ? await secretInput(call.terminal, question) : undefined)
}

const secretField = (software: FmsId): FmsField | undefined => fmsProfiles[software].fields.find(({ secret }) => secret)

/**
 * The secret of a facility's FMS by field name, for the chosen software or, if only a file is given, the current one. Empty if
 * no secret is given.
 */
export const facilitySecret = Effect.fnUntraced(function* (
  call: Call,
  software: FmsId | undefined,
  facilityID: FacilityId | undefined
) {
  const named = call.given[key] !== undefined
  if (software === undefined && !named) return {}
  const of =
    software ??
    (facilityID === undefined
      ? Fms.id.NotListed
      : ((yield* runOf(showFacility)({ facilityID })).data.managementSoftware as FmsId))
  const field = secretField(of)
  if (field === undefined) {
    if (!named) return {}
    return yield* Effect.fail(
      usageFailure(
        of === Fms.id.NotListed ? "The facility has no FMS." : `${Fms.label(of)} doesn't use a secret.`,
        "Remove --password-file, or choose the FMS with --software.",
        { field: key }
      )
    )
  }
  const secret = yield* Effect.tryPromise({
    try: () => fmsSecret(call, field.label, field.required),
    catch: (cause) => cause
  })
  return secret === undefined ? {} : { [field.name]: secret }
})
