import { Effect, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { JobId } from "#core/base/ids.ts"
import type { InputFields } from "#core/commands/Command.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import { encodingNote } from "#core/base/files/textEncodings.ts"
import { errorFileWords } from "#core/imports/errorFileWords.ts"
import { fieldsOf } from "#core/imports/fieldsOf.ts"
import { previewText } from "#core/imports/previewText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { dryRunWords, forgotten } from "#cli/commands/dryRun.ts"
import { withResume } from "#cli/commands/jobs/runJobFile.ts"
import { watchedToEnd } from "#cli/commands/jobs/watchJob.ts"
import { endWithErrors } from "#cli/commands/registry/endWithErrors.ts"
import { type WrittenErrors, writeErrorsFile } from "#cli/commands/registry/ErrorsFile.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { exitOfRows } from "#cli/exitCodes.ts"
import { confirmPlan } from "#cli/input/ask.ts"
import { otherLine, sameLine } from "#cli/output/resumeLine.ts"
import { noFailedRows, printedRows } from "#cli/output/failedRows.ts"
import { show, shownCounts } from "#cli/output/shown.ts"
import type { ImportCalls } from "./importCalls.ts"
import { chosenMapping } from "./importMap.ts"

/** Options of every import besides its file. */
export const importOptions = {
  map: {
    schema: Schema.String,
    label: "Map",
    description: "Fields of the columns: 'Header=field,Header=field'; 'Header=' skips a column",
    optional: true
  }
} as const satisfies InputFields

/** The fields of an import's result in the terminal. */
export const importedFields = [
  "importID",
  "file",
  "rows",
  "created",
  "updated",
  "unchanged",
  "failed",
  "errorsFile",
  "dryRun"
] as const

const tried = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (cause) => cause })

/** Prints the field of each column. */
const printColumns = ({ terminal }: Call, plan: AnyImport): void => {
  const note = encodingNote(plan.encoding)
  if (note !== null) terminal.talk(`${plan.source}: ${note}`)
  const fields = fieldsOf(plan)
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const width = Math.max(...plan.columns.map(({ header }) => header.length))
  for (const { header, field, confidence, samples } of plan.columns) {
    const what = field === null ? "not imported" : `${labels.get(field) ?? field} (${confidence ?? ""})`
    const { reads } = fields.find(({ name }) => name === field) ?? {}
    const read = reads === undefined || samples.length === 0 ? "" : `, as in ${samples.map(reads).join(", ")}`
    terminal.talk(`  ${header.padEnd(width)}  ${what}${read}`)
  }
  if (plan.missing.length > 0) {
    const names = plan.missing.map((name) => labels.get(name) ?? name).join(", ")
    terminal.talk(`No column for ${names}. Choose one with --map 'Header=${plan.missing[0]}'.`)
  }
}

const noErrors: WrittenErrors = { failed: noFailedRows, path: null, kept: null, failure: null }

/** Writes the failed rows with their problems, readable only by the owner. */
const writeErrors = Effect.fnUntraced(function* (
  { errors, failed }: ImportCalls,
  source: string,
  importID: JobId,
  count: number
) {
  if (count === 0) return noErrors
  const { data: first } = yield* failed(importID, printedRows)
  let csv = ""
  let from: number | null = null
  do {
    const { data }: Effect.Success<ReturnType<ImportCalls["errors"]>> = yield* errors(importID, from)
    csv += data.csv
    from = data.after
  } while (from !== null)
  return writeErrorsFile(source, csv, { first, count })
})

const printOutcome = Effect.fnUntraced(function* (call: Call, calls: ImportCalls, result: AnyImport, source: string) {
  const { create, update, skip, fail } = result.counts
  const errors = yield* writeErrors(calls, source, result.importID, fail)
  const dryRun = call.flags.dryRun === true
  const facts = {
    importID: dryRun ? null : result.importID,
    file: result.source,
    rows: result.total,
    created: create,
    updated: update,
    unchanged: skip,
    failed: fail,
    errorsFile: errors.path,
    dryRun
  }
  yield* show(
    call.terminal,
    shownCounts(
      call.terminal,
      facts,
      [
        ...(dryRun ? [] : [{ heading: "Import", text: (row: typeof facts) => String(row.importID) }]),
        { heading: "Rows", text: (row) => String(row.rows) }
      ],
      [
        [dryRun ? "Would be added" : "Added", "created"],
        [dryRun ? "Would be updated" : "Updated", "updated"],
        ["Unchanged", "unchanged"],
        ["Failed", "failed"]
      ]
    )
  )
  if (fail > 0) {
    const secret = errorFileWords(result.columns)
    if (secret !== null && errors.path !== null) call.terminal.talk(secret)
  }
  const again = dryRun ? "run it again" : `print them with lockdesk jobs show ${result.importID} --failed`
  return yield* endWithErrors(call, errors, exitOfRows(fail, create + update + skip), again)
})

/** The import with the mapping of --map, if given. */
const mapped = Effect.fnUntraced(function* (call: Call, calls: ImportCalls, read: AnyImport) {
  const { map } = call.given
  if (typeof map !== "string") return read
  const mapping = yield* Effect.try({ try: () => chosenMapping(map, read), catch: (cause) => cause })
  return (yield* calls.map(read.importID, mapping)).data
})

/** The source of an import, and its name. `again`: the same command line reads the same data again. */
interface ImportRead {
  readonly read: Effect.Effect<AnyImport, unknown, ApiClient>
  /** The name from which the errors file is derived. */
  readonly source: string
  readonly again: boolean
}

/** Runs an import to its end: map, plan, confirm, commit, watch, write the failed rows. */
export const runImport = Effect.fnUntraced(function* (
  call: Call,
  calls: ImportCalls,
  { read, source, again }: ImportRead
) {
  if (call.flags.dryRun === true) {
    // Planned like a real run, with an import that is deleted afterwards.
    return yield* Effect.acquireUseRelease(
      read,
      Effect.fnUntraced(function* (trial) {
        const planned = yield* mapped(call, calls, trial)
        printColumns(call, planned)
        call.terminal.talk(previewText(planned))
        call.terminal.talk(dryRunWords)
        return yield* printOutcome(call, calls, planned, source)
      }),
      ({ importID }) => forgotten(call, calls.cancel(importID))
    )
  }
  const begun = yield* Effect.mapError(read, withResume)
  const { importID } = begun
  // Data from an FMS or a pipe is stored in the job, so its number resumes it.
  call.terminal.resumesWith(again ? sameLine(call, { resume: true }) : otherLine(call, `jobs resume ${importID}`))
  if (begun.state === "planned") {
    const planned = yield* mapped(call, calls, begun)
    printColumns(call, planned)
    const changesNothing = planned.counts.create + planned.counts.update === 0
    yield* tried(() => confirmPlan(call.terminal, call.flags.yes === true || changesNothing, previewText(planned)))
    if (changesNothing) call.terminal.talk("Nothing to do.")
    // Also with nothing to do: otherwise it would stay among the unfinished imports.
    yield* calls.commit(importID)
  } else if (begun.state === "committing" && !begun.running) {
    yield* calls.resume(importID)
  }
  const { data: job } = yield* runOf(showJob)({ job: importID })
  if (job.state !== "done") yield* watchedToEnd(call, job)
  const { data: ended } = yield* calls.show(importID)
  return yield* printOutcome(call, calls, ended, source)
})
