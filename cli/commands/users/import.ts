import { Effect, Schema } from "effect"
import type { InputFields } from "#core/commands/Command.ts"
import { importUsers, readUsers } from "#core/commands/userImportCommands.ts"
import { userImportCalls } from "#cli/commands/imports/importCalls.ts"
import { importedFields, importOptions, runImport } from "#cli/commands/imports/runImport.ts"
import { sendFile } from "#cli/commands/imports/sendFile.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"

const options = {
  file: { ...importUsers.input.file, schema: Schema.String },
  ...importOptions
} as const satisfies InputFields

/** Imports a file of users with a job: existing team members are updated, others are added and invited. */
export const verb = verbOf(importUsers, {
  options,
  fields: importedFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { file: path, sheet, resume } = yield* readInput(call, { ...importUsers.input, ...options })
    yield* mustBeAllowed(importUsers)
    const more = { trial: call.flags.dryRun === true, ...(resume === undefined ? {} : { resume }) }
    const read = sendFile(call, path, sheet, (sent) => readUsers({ ...sent, ...more }))
    const source = path === "-" ? "stdin.csv" : path
    return yield* runImport(call, userImportCalls, { read, source, again: path !== "-" })
  })
})
