import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { Effect, Predicate, Schema } from "effect"
import { fmsRun, fmsRunResults, testFms } from "#core/commands/fmsCommands.ts"
import type { InputOf } from "#core/commands/Command.ts"
import { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { dryRunOf } from "#cli/commands/dryRun.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { readInput } from "#cli/input/readInput.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { choose } from "#cli/output/shown.ts"
import { report, reportFormats } from "./reports.ts"

/** How often a run is looked at, in milliseconds. */
const lookEvery = 250

const failOns = ["any", "new", "auth"] as const

const options = {
  all: { schema: Schema.Boolean, label: "All", description: "Every facility that has a connection", optional: true },
  format: {
    schema: Schema.Literals(reportFormats),
    label: "Format",
    description: "table, json, junit (XML), github (annotations) or tap; table when not given",
    optional: true
  },
  output: {
    schema: Schema.String,
    label: "Output",
    description: "A file for the report instead of stdout",
    optional: true
  },
  failOn: {
    schema: Schema.Literals(failOns),
    label: "Fail on",
    description: "What exits with 9: every failure (any), a new one, or a failed login (auth); any when not given",
    optional: true
  }
} as const

/** The ids of the facilities that were named. */
const facilitiesNamed = Effect.fnUntraced(function* (call: Call) {
  const typed = call.given["facilities"]
  if (typeof typed !== "string") return undefined
  const found = yield* Effect.forEach(typed.split("\n"), (text) => facilityOf(text))
  return found.map(({ facilityID }) => facilityID).join(",")
})

const counts: Readonly<Record<(typeof failOns)[number], (row: FmsTestResult) => boolean>> = {
  any: ({ result }) => !result,
  new: ({ result, previousResult }) => !result && previousResult !== false,
  auth: ({ errorCode }) => errorCode === 401
}

/** What is wrong first, then by name. */
const ordered = (rows: ReadonlyArray<FmsTestResult>): ReadonlyArray<FmsTestResult> =>
  rows.toSorted(
    (one, other) => Number(one.result) - Number(other.result) || one.facilityName.localeCompare(other.facilityName)
  )

/** Starts the run and waits for it. Where only changed connections were asked for, there may be none. */
const tested = Effect.fnUntraced(function* (call: Call, input: InputOf<typeof testFms.input>) {
  const started = yield* runOf(testFms)(input).pipe(
    Effect.map(({ data }) => data),
    Effect.catchIf(
      (error) => input.changedSince !== undefined && Predicate.isTagged(error, "FmsNothingToTest"),
      () => Effect.succeed(null)
    )
  )
  if (started === null) return []
  let run = started
  while (run.state === "running") {
    call.terminal.status(`Testing ${run.done} of ${run.total} ...`)
    yield* Effect.sleep(lookEvery)
    run = yield* fmsRun(run.runID).pipe(
      Effect.onInterrupt(() =>
        Effect.sync(() => call.terminal.talk(`Run ${started.runID} goes on at the server; see lockdesk fms results.`))
      )
    )
  }
  call.terminal.status(null)
  return ordered(yield* fmsRunResults(run.runID))
})

const writeReport = (path: string, text: string): void => {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure({
      code: "CannotWrite",
      message: `${path} could not be written: ${error instanceof Error ? error.message : String(error)}.`,
      next: "Make room, or write it somewhere else.",
      exit: exitCodes.failed,
      field: "output"
    })
  }
}

/** Tests connections, waits, and reports: 0 when all are good, 9 when one is not. */
export const verb = verbOf(testFms, {
  options,
  fields: Object.keys(FmsTestResult.fields),
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal, given, flags } = call
    const own = yield* readInput(call, options)
    if ((given["facilities"] === undefined) === (own.all !== true) && given["changedSince"] === undefined) {
      return yield* Effect.fail(
        given["facilities"] === undefined
          ? usageFailure("Nothing is named to test.", "Name facilities, or give --all.", { field: "facilities" })
          : usageFailure("Name facilities or give --all, not both.", "Leave one of the two out.", { field: "all" })
      )
    }
    if (own.format !== undefined && terminal.manner.format.kind !== "table") {
      return yield* Effect.fail(
        usageFailure("--format and --json exclude each other.", "Keep one of them.", { field: "format" })
      )
    }
    const facilities = yield* facilitiesNamed(call)
    const input = yield* readInput({ ...call, given: { ...given, facilities } }, testFms.input)
    yield* mustBeAllowed(testFms)
    if (flags.dryRun === true) return yield* dryRunOf(call, testFms, input)
    const rows = yield* tested(call, input)
    const { format } = terminal.manner
    const text =
      format.kind === "table"
        ? report(own.format ?? "table", rows)
        : format.kind === "ndjson"
          ? rows.map((row) => `${JSON.stringify(choose(row, format.fields))}\n`).join("")
          : `${JSON.stringify(
              rows.map((row) => choose(row, format.fields)),
              null,
              2
            )}\n`
    const { output } = own
    if (output === undefined) yield* Effect.promise(() => terminal.data(text))
    else yield* Effect.try({ try: () => writeReport(resolve(output), text), catch: (cause) => cause })
    const failed = rows.filter(({ result }) => !result).length
    terminal.talk(rows.length === 0 ? "Nothing to test." : `${rows.length - failed} of ${rows.length} are good.`)
    return rows.some(counts[own.failOn ?? "any"]) ? exitCodes.checksFailed : exitCodes.done
  })
})
