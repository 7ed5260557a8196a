import { Effect, Predicate, Schema } from "effect"
import { fmsRun, fmsRunResults, testFms } from "#core/commands/fmsCommands.ts"
import { countOf } from "#core/base/countOf.ts"
import type { InputOf } from "#core/commands/Command.ts"
import type { FmsRun } from "#core/fms/FmsRun.ts"
import { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { made } from "#cli/commands/dryRun.ts"
import { follow, isAwayFrom, sayingAway, waitingText } from "#cli/commands/follow.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { facilitiesNamed, namingRefusal, typedFacilities } from "./facilitiesNamed.ts"
import { isTable, reportingRefusal, reportOptions, writeReport } from "./reporting.ts"
import { testReport } from "./testReport.ts"

const failOns = ["any", "new", "auth"] as const

const options = {
  all: { schema: Schema.Boolean, label: "All", description: "Every connected facility", optional: true },
  ...reportOptions,
  failOn: {
    schema: Schema.Literals(failOns),
    label: "Fail on",
    description:
      "Which failures exit with 9 and are listed with --quiet: new, auth (failed login), or any (the default)",
    optional: true
  }
} as const

const counts: Readonly<Record<(typeof failOns)[number], (row: FmsTestResult) => boolean>> = {
  any: ({ result }) => !result,
  new: ({ result, previousResult }) => !result && previousResult !== false,
  auth: ({ errorCode }) => errorCode === 401
}

/** Failures first, then by name. */
const ordered = (rows: ReadonlyArray<FmsTestResult>): ReadonlyArray<FmsTestResult> =>
  rows.toSorted(
    (one, other) => Number(one.result) - Number(other.result) || one.facilityName.localeCompare(other.facilityName)
  )

/** Starts the run. If only changed connections are tested, there may be none. */
const started = (call: Call, input: InputOf<typeof testFms.input>) =>
  made(call, testFms, input).pipe(
    Effect.map(({ data }) => data),
    Effect.catchIf(
      (error) => input.changedSince !== undefined && Predicate.isTagged(error, "FmsNothingToTest"),
      () => Effect.succeed(null)
    )
  )

/** Waits for a run, also while the server restarts, and reads its results. */
const tested = Effect.fnUntraced(function* (call: Call, begun: FmsRun) {
  const { terminal } = call
  const sayAway = sayingAway((text) => terminal.talk(text))
  const { runID } = yield* follow(begun, {
    look: fmsRun(begun.runID),
    isAway: isAwayFrom(call.target().host),
    goesOn: ({ state }) => state === "running",
    show: ({ done, total }, _, wait) => {
      if (!terminal.mayReplace) sayAway(wait)
      terminal.status(wait === null ? `Testing ${done} of ${total} ...` : waitingText(wait))
    }
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => terminal.talk(`Run ${begun.runID} continues on the server; see lockdesk fms results.`))
    )
  )
  terminal.status(null)
  return ordered(yield* fmsRunResults(runID))
})

/** Tests connections, waits, and reports: exit 0 if all are good, 9 if one is not. */
export const verb = verbOf(testFms, {
  options,
  fields: Object.keys(FmsTestResult.fields),
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal, given, flags } = call
    const own = yield* readInput(call, options)
    const changed = given["changedSince"] !== undefined
    const named = typedFacilities(call, own.all === true || changed)
    const refusal =
      (named === undefined && changed ? null : namingRefusal(named, own.all === true, "test")) ??
      reportingRefusal(call, own)
    if (refusal !== null) return yield* Effect.fail(refusal)
    const meant = named === undefined ? undefined : yield* facilitiesNamed(named)
    const facilities = meant?.map(({ facilityID }) => facilityID).join(",")
    const input = yield* readInput({ ...call, given: { ...given, facilities } }, testFms.input)
    yield* mustBeAllowed(testFms)
    const run = yield* started(call, input)
    if (flags.dryRun === true) {
      terminal.talk(
        run === null ? "Nothing to test." : `${countOf(run.total, "facility", "facilities")} would be tested.`
      )
      // A script gets a list, as from a real run; a file keeps the results of the last one.
      if (!isTable(call, own))
        yield* writeReport(call, own.format === undefined ? {} : { format: own.format }, testReport([]))
      return exitCodes.done
    }
    const rows = run === null ? [] : yield* tested(call, run)
    const counted = rows.filter(counts[own.failOn ?? "any"])
    // Cron mails all output: with --quiet the table contains only failures, or nothing.
    yield* writeReport(call, own, testReport(terminal.outputOptions.quiet && isTable(call, own) ? counted : rows))
    const failed = rows.filter(({ result }) => !result).length
    terminal.talk(rows.length === 0 ? "Nothing to test." : `${rows.length - failed} of ${rows.length} are good.`)
    const untested = changed
      ? []
      : (meant ?? []).filter((each) => rows.every((row) => row.facilityID !== each.facilityID))
    for (const { facilityName } of untested) terminal.talk(`${facilityName} has no FMS connection to test.`)
    return counted.length > 0 ? exitCodes.checksFailed : exitCodes.done
  })
})
