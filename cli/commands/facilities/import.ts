import { Effect, Schema } from "effect"
import type { InputFields } from "#core/commands/Command.ts"
import { fetchFacilities, importFacilities, listFacilities, readFacilities } from "#core/commands/importCommands.ts"
import { canList } from "#core/imports/importAccess.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { facilityImportCalls } from "#cli/commands/imports/importCalls.ts"
import { importedFields, importOptions, runImport } from "#cli/commands/imports/runImport.ts"
import { sendFile } from "#cli/commands/imports/sendFile.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { missingInput, usageFailure } from "#cli/output/Failure.ts"
import { fmsSecret, passwordFileOption } from "./fmsSecret.ts"

const { corporateCode, corporateUsername, baseUrl } = listFacilities.input

const options = {
  file: { ...importFacilities.input.file, schema: Schema.String, optional: true },
  ...importOptions,
  viaFms: {
    schema: Schema.Boolean,
    label: "Via FMS",
    description: "Get the facilities from the FMS instead of a file",
    optional: true
  },
  corporateCode,
  corporateUsername,
  baseUrl,
  ...passwordFileOption
} as const satisfies InputFields

const tried = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => cause })

/** Lists the facilities of an FMS. */
const listed = Effect.fnUntraced(function* (call: Call) {
  const input = yield* readInput(call, { ...importFacilities.input, ...options })
  const { managementSoftware: software = Fms.id.NotListed, resume } = input
  if (input.file !== undefined || !canList(software)) {
    const choices = listFacilities.input.managementSoftware.choices.join(", ")
    return yield* Effect.fail(
      usageFailure(
        input.file === undefined
          ? "--via-fms needs an FMS that can list its facilities."
          : "Give a file or --via-fms, not both.",
        `Choose one with --management-software: ${choices}.`,
        { field: "managementSoftware" }
      )
    )
  }
  const needed = fmsProfiles[software].fields
  const missing = (["corporateCode", "corporateUsername", "baseUrl"] as const).find(
    (name) => needed.some((field) => field.name === name && field.required) && input[name] === undefined
  )
  if (missing !== undefined) {
    const { label, description } = options[missing]
    return yield* Effect.fail(missingInput(label, `${description}; ${Fms.label(software)} needs it.`, missing))
  }
  const label = software === Fms.id.StorableEdge ? "Company API key" : "Password"
  const secret = (yield* tried(() => fmsSecret(call, label, true))) ?? ""
  const given = Object.fromEntries(
    Object.entries({
      corporateCode: input.corporateCode,
      corporateUsername: input.corporateUsername,
      baseUrl: input.baseUrl,
      resume
    }).filter(([, value]) => value !== undefined)
  )
  const trial = call.flags.dryRun === true
  return (yield* fetchFacilities({ ...given, managementSoftware: software, secret, trial })).data
})

/** Reads a file and uploads it. */
const uploaded = Effect.fnUntraced(function* (call: Call, path: string) {
  const { managementSoftware, sheet, resume } = yield* readInput(call, { ...importFacilities.input, ...options })
  const more = {
    trial: call.flags.dryRun === true,
    ...(managementSoftware === undefined ? {} : { managementSoftware }),
    ...(resume === undefined ? {} : { resume })
  }
  return yield* sendFile(call, path, sheet, (sent) => readFacilities({ ...sent, ...more }))
})

/** Imports a file or the facilities of an FMS: read, map, plan, confirm, commit, watch, write the failed rows. */
export const verb = verbOf(importFacilities, {
  options,
  fields: importedFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { file, viaFms } = call.given
    yield* mustBeAllowed(importFacilities)
    if (viaFms !== true && typeof file !== "string") {
      return yield* Effect.fail(
        missingInput("File", "Give a CSV file or a workbook (.xlsx or .ods), - for stdin, or add --via-fms.", "file")
      )
    }
    const source = typeof file === "string" && file !== "-" ? file : viaFms === true ? "fms.csv" : "stdin.csv"
    const read = viaFms === true ? listed(call) : uploaded(call, typeof file === "string" ? file : "-")
    const again = typeof file === "string" && file !== "-"
    return yield* runImport(call, facilityImportCalls, { read, source, again })
  })
})
