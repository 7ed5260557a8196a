import { writeFileSync } from "node:fs"
import { Effect, Result, Schema } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import type { InputFields } from "#core/commands/Command.ts"
import {
  commitImport,
  importFacilities,
  listFacilities,
  mapImport,
  resumeImport
} from "#core/commands/importCommands.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { FacilityImport } from "#core/imports/FacilityImport.ts"
import { errorFileWords } from "#core/imports/errorFileWords.ts"
import { importFields } from "#core/imports/importFields.ts"
import { canList } from "#core/imports/importAccess.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
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
import { Failure, missingInput, usageFailure } from "#cli/output/Failure.ts"
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
  return (yield* runOf(listFacilities)({ ...given, managementSoftware: software, secret })).data
})

/** Reads a file and sends it. */
const uploaded = Effect.fnUntraced(function* (call: Call, path: string) {
  const { managementSoftware, sheet, resume } = yield* readInput(call, { ...importFacilities.input, ...options })
  const file = yield* tried(() => importSource(call.terminal, path))
  const more = {
    ...(managementSoftware === undefined ? {} : { managementSoftware }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(resume === undefined ? {} : { resume })
  }
  const sent = yield* Effect.result(runOf(importFacilities)({ file, ...more }))
  if (Result.isSuccess(sent)) return sent.success.data
  const refusal = sent.failure
  const sheets = isProblem(refusal) && refusal._tag === "ImportFileRefused" ? refusal.data.sheets : undefined
  if (sheets === undefined || sheet !== undefined || !call.terminal.mayAsk) return yield* Effect.fail(refusal)
  call.terminal.talk(`${path}: ${whichSheetWords(sheets, null).error}`)
  const chosen = yield* tried(() => askSheet(call.terminal, sheets))
  return (yield* runOf(importFacilities)({ file, ...more, sheet: chosen })).data
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
    importID: result.importID,
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
        { heading: "Import", text: (row) => String(row.importID) },
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

/** Takes a file, or what an FMS tells, to its end: read, map, plan, confirm, commit, watch, give failures back. */
export const verb = verbOf(importFacilities, {
  options,
  fields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { file, map, viaFms } = call.given
    yield* mustBeAllowed(importFacilities)
    if (viaFms !== true && typeof file !== "string") {
      return yield* Effect.fail(
        missingInput("File", "Name a CSV file or an Excel workbook, - for stdin, or add --via-fms.", "file")
      )
    }
    const begun = yield* Effect.mapError(
      viaFms === true ? listed(call) : uploaded(call, typeof file === "string" ? file : "-"),
      withResume
    )
    const source = typeof file === "string" && file !== "-" ? file : viaFms === true ? "fms.csv" : "stdin.csv"
    const { importID } = begun
    if (call.flags.dryRun === true && begun.state !== "planned") {
      return yield* Effect.fail(
        new Failure({
          code: "JobUnfinished",
          message: `Import ${importID} of this file was begun already.`,
          next: `See lockdesk jobs show ${importID}.`,
          exit: exitCodes.conflict
        })
      )
    }
    if (call.flags.dryRun !== true) {
      // What was listed or piped in is with the job.
      const hasFile = typeof file === "string" && file !== "-"
      call.terminal.resumesWith(hasFile ? sameLine(call, { resume: true }) : otherLine(call, `jobs resume ${importID}`))
    }
    if (begun.state === "planned") {
      const mapping =
        typeof map === "string"
          ? yield* Effect.try({ try: () => chosenMapping(map, begun), catch: (cause) => cause })
          : null
      const planned = mapping === null ? begun : (yield* runOf(mapImport)({ import: importID, mapping })).data
      sayPlan(call, planned)
      if (call.flags.dryRun === true) {
        call.terminal.talk("Dry run: nothing was changed.")
        return yield* told(call, planned, source)
      }
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
