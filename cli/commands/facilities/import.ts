import { writeFileSync } from "node:fs"
import { Effect, Result, Schema } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import type { InputFields } from "#core/commands/Command.ts"
import {
  commitImport,
  fetchFacilities,
  importFacilities,
  listFacilities,
  mapImport,
  readFacilities,
  resumeImport
} from "#core/commands/importCommands.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { FacilityImport } from "#core/imports/FacilityImport.ts"
import { errorFileWords } from "#core/imports/errorFileWords.ts"
import { importFields } from "#core/imports/importFields.ts"
import { canList } from "#core/imports/importAccess.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { dryRunWords, forgotten } from "#cli/commands/dryRun.ts"
import { withResume } from "#cli/commands/jobs/runJobFile.ts"
import { watchedToEnd } from "#cli/commands/jobs/watchJob.ts"
import { errorsPath } from "#cli/commands/registry/ErrorsFile.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { askSheet } from "#cli/input/listFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { missingInput, usageFailure } from "#cli/output/Failure.ts"
import { otherLine, sameLine } from "#cli/output/resumeLine.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { fmsSecret, passwordFileOption } from "./fmsSecret.ts"
import { chosenMapping } from "./importMap.ts"
import { importSource } from "./importSource.ts"

const { corporateCode, corporateUsername, baseUrl } = listFacilities.input

const options = {
  file: { ...importFacilities.input.file, schema: Schema.String, optional: true },
  map: {
    schema: Schema.String,
    label: "Map",
    description: "What columns are: 'Header=field,Header=field'; 'Header=' leaves one out",
    optional: true
  },
  viaFms: {
    schema: Schema.Boolean,
    label: "Via FMS",
    description: "Ask the FMS for its facilities instead of reading a file",
    optional: true
  },
  corporateCode,
  corporateUsername,
  baseUrl,
  ...passwordFileOption
} as const satisfies InputFields

const fields = [
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

/** Asks an FMS for its facilities. */
const listed = Effect.fnUntraced(function* (call: Call) {
  const input = yield* readInput(call, { ...importFacilities.input, ...options })
  const { managementSoftware: software = Fms.id.NotListed, resume } = input
  if (input.file !== undefined || !canList(software)) {
    const choices = listFacilities.input.managementSoftware.choices.join(", ")
    return yield* Effect.fail(
      usageFailure(
        input.file === undefined
          ? "--via-fms needs an FMS that tells its facilities."
          : "Give a file or --via-fms, not both.",
        `Name one with --management-software: ${choices}.`,
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

/** Reads a file and sends it. */
const uploaded = Effect.fnUntraced(function* (call: Call, path: string) {
  const { managementSoftware, sheet, resume } = yield* readInput(call, { ...importFacilities.input, ...options })
  const file = yield* tried(() => importSource(call.terminal, path))
  const more = {
    trial: call.flags.dryRun === true,
    ...(managementSoftware === undefined ? {} : { managementSoftware }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(resume === undefined ? {} : { resume })
  }
  const sent = yield* Effect.result(readFacilities({ file, ...more }))
  if (Result.isSuccess(sent)) return sent.success.data
  const refusal = sent.failure
  const sheets = isProblem(refusal) && refusal._tag === "ImportFileRefused" ? refusal.data.sheets : undefined
  if (sheets === undefined || sheet !== undefined || !call.terminal.mayAsk) return yield* Effect.fail(refusal)
  call.terminal.talk(`${path}: ${whichSheetWords(sheets, null).error}`)
  const chosen = yield* tried(() => askSheet(call.terminal, sheets))
  return (yield* readFacilities({ file, ...more, sheet: chosen })).data
})

const things = (count: number): string => (count === 1 ? "1 facility" : `${count} facilities`)

/** What the plan is: what each column is taken for, and what the rows would come to. */
const sayPlan = ({ terminal }: Call, told: FacilityImport): void => {
  const labels = new Map(importFields(told.managementSoftware).map(({ name, label }) => [name, label]))
  const width = Math.max(...told.columns.map(({ header }) => header.length))
  for (const { header, field, confidence } of told.columns) {
    const what = field === null ? "left out" : `${labels.get(field) ?? field} (${confidence ?? ""})`
    terminal.talk(`  ${header.padEnd(width)}  ${what}`)
  }
  if (told.missing.length > 0) {
    const names = told.missing.map((name) => labels.get(name) ?? name).join(", ")
    terminal.talk(`No column is ${names}: say which with --map 'Header=${told.missing[0]}'.`)
  }
  const { create, update, skip, fail } = told.counts
  terminal.talk(
    `${things(create)} will be added, ${update} changed; ${skip} ${skip === 1 ? "has" : "have"} nothing to change${fail === 0 ? "" : `; ${fail} would be refused`}.`
  )
}

/** Writes the failed rows with what is wrong; the path, or null where there are none. Only its owner can read it. */
const writeErrors = Effect.fnUntraced(function* (source: string, importID: number, failed: number) {
  if (failed === 0) return null
  const client = yield* ApiClient
  let csv = ""
  let from: number | null = null
  do {
    const query: { readonly from?: number } = from === null ? {} : { from }
    const { data } = yield* client.imports.errors({ params: { id: importID }, query })
    csv += data.csv
    from = data.after
  } while (from !== null)
  const path = errorsPath(source)
  yield* tried(async () => writeFileSync(path, csv, { mode: 0o600 }))
  return path
})

const told = Effect.fnUntraced(function* (call: Call, result: FacilityImport, source: string) {
  const { create, update, skip, fail } = result.counts
  const errorsFile = yield* writeErrors(source, result.importID, fail)
  const dryRun = call.flags.dryRun === true
  const facts = {
    importID: dryRun ? null : result.importID,
    file: result.source,
    rows: result.total,
    created: create,
    updated: update,
    unchanged: skip,
    failed: fail,
    errorsFile,
    dryRun
  }
  yield* Effect.promise(() =>
    show(
      call.terminal,
      shownRecord(facts, [
        ...(dryRun ? [] : [{ heading: "Import", text: (row: typeof facts) => String(row.importID) }]),
        { heading: "Rows", text: (row) => String(row.rows) },
        { heading: dryRun ? "Would be added" : "Added", text: (row) => String(row.created) },
        { heading: dryRun ? "Would be changed" : "Changed", text: (row) => String(row.updated) },
        { heading: "Unchanged", text: (row) => String(row.unchanged) },
        { heading: "Failed", text: (row) => String(row.failed) }
      ])
    )
  )
  if (errorsFile !== null) {
    call.terminal.talk(
      `The failed rows are in ${errorsFile}, each with what is wrong. Fix them in that file and run it again.`
    )
    const secret = errorFileWords(result.columns)
    if (secret !== null) call.terminal.talk(secret)
  }
  const code: ExitCode = fail === 0 ? exitCodes.done : create + update + skip > 0 ? exitCodes.partly : exitCodes.failed
  return code
})

/** The import with the columns that --map says, where it says some. */
const mapped = Effect.fnUntraced(function* (call: Call, read: FacilityImport) {
  const { map } = call.given
  if (typeof map !== "string") return read
  const mapping = yield* Effect.try({ try: () => chosenMapping(map, read), catch: (cause) => cause })
  return (yield* runOf(mapImport)({ import: read.importID, mapping })).data
})

/** Imports a file or the facilities of an FMS: read, map, plan, confirm, commit, watch, write the failed rows. */
export const verb = verbOf(importFacilities, {
  options,
  fields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { file, viaFms } = call.given
    yield* mustBeAllowed(importFacilities)
    if (viaFms !== true && typeof file !== "string") {
      return yield* Effect.fail(
        missingInput("File", "Name a CSV file or an Excel workbook, - for stdin, or add --via-fms.", "file")
      )
    }
    const source = typeof file === "string" && file !== "-" ? file : viaFms === true ? "fms.csv" : "stdin.csv"
    const read = viaFms === true ? listed(call) : uploaded(call, typeof file === "string" ? file : "-")
    if (call.flags.dryRun === true) {
      const client = yield* ApiClient
      // Read and planned as the run would be, by an import that is deleted again.
      return yield* Effect.acquireUseRelease(
        read,
        Effect.fnUntraced(function* (trial) {
          const planned = yield* mapped(call, trial)
          sayPlan(call, planned)
          call.terminal.talk(dryRunWords)
          return yield* told(call, planned, source)
        }),
        ({ importID }) => forgotten(call, client.imports.cancel({ params: { id: importID }, query: {} }))
      )
    }
    const begun = yield* Effect.mapError(read, withResume)
    const { importID } = begun
    // Facilities from an FMS or a pipe are in the job: its number resumes it.
    const hasFile = typeof file === "string" && file !== "-"
    call.terminal.resumesWith(hasFile ? sameLine(call, { resume: true }) : otherLine(call, `jobs resume ${importID}`))
    if (begun.state === "planned") {
      const planned = yield* mapped(call, begun)
      sayPlan(call, planned)
      const { create, update } = planned.counts
      if (create + update === 0) {
        call.terminal.talk("There is nothing to do.")
        return yield* told(call, planned, source)
      }
      yield* tried(() =>
        confirm(call.terminal, call.flags.yes === true, `${things(create)} will be added, ${update} changed.`)
      )
      yield* runOf(commitImport)({ import: importID })
    } else if (begun.state === "committing" && !begun.running) {
      yield* runOf(resumeImport)({ import: importID })
    }
    const { data: job } = yield* runOf(showJob)({ job: importID })
    if (job.state !== "done") yield* watchedToEnd(call, job)
    const client = yield* ApiClient
    const { data: ended } = yield* client.imports.show({ params: { id: importID }, query: {} })
    return yield* told(call, ended, source)
  })
})
