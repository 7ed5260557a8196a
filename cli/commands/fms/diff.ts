import { Effect, Predicate, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { words } from "#core/api/problem.ts"
import { closest } from "#core/base/closest.ts"
import { countOf } from "#core/base/countOf.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { diffFms, facilityDrift } from "#core/commands/driftCommands.ts"
import { listFacilities } from "#core/commands/placeCommands.ts"
import type { DriftNeedsUnits } from "#core/drift/DriftErrors.ts"
import { type DriftKind, driftKinds, needsDelinquency } from "#core/drift/driftKinds.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { UnitsUnavailable } from "#core/units/UnitErrors.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { exitOfProblem } from "#cli/output/failureOf.ts"
import { timeText } from "#cli/output/timeText.ts"
import { type Compared, driftFields, driftReport, driftRows } from "./driftReport.ts"
import { facilitiesNamed, namingRefusal, typedFacilities } from "./facilitiesNamed.ts"
import { reportingRefusal, reportOptions, writeReport } from "./reporting.ts"

/** The number of facilities compared at once: each may cause requests to its FMS. */
const atOnce = 4

const kindWords: ReadonlyArray<DriftKind> = driftKinds.map(({ kind }) => kind)

const options = {
  all: { schema: Schema.Boolean, label: "All", description: "Every connected facility", optional: true },
  kind: {
    schema: Schema.String,
    label: "Kind",
    description: "Only mismatches of this kind, or several kinds separated by commas",
    choices: kindWords,
    listOf: kindWords,
    optional: true
  },
  ...reportOptions
} as const

/** The typed kinds; null for all. */
const kindsOf = (typed: string | undefined) => {
  if (typed === undefined) return Effect.succeed(null)
  const named = typed.split(",").map((word) => word.trim().toLowerCase())
  const wrong = named.find((word) => !kindWords.some((kind) => kind === word))
  if (wrong === undefined) return Effect.succeed(new Set(kindWords.filter((kind) => named.includes(kind))))
  const near = closest(wrong, kindWords)
  return Effect.fail(
    usageFailure(
      `There is no mismatch kind '${wrong}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
      `Use ${kindWords.join(", ")}.`,
      { field: "kind" }
    )
  )
}

interface Place {
  readonly facilityID: FacilityId
  readonly facilityName: string
}

/** The facilities to compare: the named ones, the profile's, or all with management software. */
const placesOf = Effect.fnUntraced(function* (named: string | undefined) {
  if (named !== undefined) return yield* facilitiesNamed(named)
  const { data } = yield* runOf(listFacilities)({})
  return data.filter(({ managementSoftware, isActive }) => isActive && managementSoftware !== Fms.id.NotListed)
})

/** Compares one facility. A facility that can't be compared is an outcome; a missing session is a failure. */
const compare = ({ facilityID, facilityName }: Place, refresh: boolean): Effect.Effect<Compared, unknown, ApiClient> =>
  facilityDrift(facilityID, refresh).pipe(
    Effect.catchIf(
      (error): error is UnitsUnavailable | DriftNeedsUnits =>
        Predicate.isTagged(error, "UnitsUnavailable") || Predicate.isTagged(error, "DriftNeedsUnits"),
      (error) => Effect.succeed(error)
    ),
    Effect.map((outcome) => ({ facilityID, facilityName, outcome }))
  )

const isDrift = (outcome: Compared["outcome"]): outcome is FacilityDrift => !("_tag" in outcome)

/** Notes about facilities and kinds that were not compared. */
const remarks = (compared: ReadonlyArray<Compared>, kinds: ReadonlySet<DriftKind> | null): ReadonlyArray<string> => [
  ...compared.flatMap(({ facilityName, outcome }) => {
    if (isDrift(outcome)) return []
    const { error, next } = words(outcome)
    return [`${facilityName}: ${error} ${next}`]
  }),
  ...compared.flatMap(({ facilityName, outcome }) => {
    const lost = [...needsDelinquency].filter((kind) => kinds === null || kinds.has(kind))
    return !isDrift(outcome) || outcome.tellsDelinquency || lost.length === 0
      ? []
      : [
          `${facilityName}: ${outcome.managementSoftwareName} doesn't report delinquent tenants, so ${lost.join(" and ")} can't be checked.`
        ]
  })
]

/** The number of compared facilities and mismatches, and the age of the oldest units. */
const sumOf = (compared: ReadonlyArray<Compared>, found: number): string => {
  const comparisons = compared.flatMap(({ outcome }) => (isDrift(outcome) ? [outcome] : []))
  if (comparisons.length === 0) return "Nothing was compared."
  const oldest = comparisons.map(({ fetchedOn }) => fetchedOn).toSorted()[0] ?? ""
  const units = comparisons.reduce((sum, each) => sum + each.units, 0)
  const what = found === 0 ? "No mismatches" : countOf(found, "mismatch", "mismatches")
  return `${what}: ${countOf(units, "unit", "units")} at ${countOf(comparisons.length, "facility", "facilities")} compared, updated ${timeText(oldest)}${comparisons.length === 1 ? "" : " or later"}.`
}

const exitOf = (compared: ReadonlyArray<Compared>, found: number): ExitCode => {
  const failed = compared.flatMap(({ outcome }) => (isDrift(outcome) ? [] : [outcome]))
  const [first] = failed
  if (found > 0) return exitCodes.checksFailed
  if (first === undefined) return exitCodes.done
  return failed.length === compared.length ? exitOfProblem(first) : exitCodes.partly
}

/** Compares facilities with their software: exit 0 if all match, 9 if one does not. */
export const verb = verbOf(diffFms, {
  options,
  fields: driftFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal } = call
    const own = yield* readInput(call, options)
    const { refresh } = yield* readInput(call, { refresh: diffFms.input.refresh })
    const all = own.all === true
    const named = typedFacilities(call, all)
    const refusal = namingRefusal(named, all, "compare") ?? reportingRefusal(call, own)
    if (refusal !== null) return yield* Effect.fail(refusal)
    const kinds = yield* kindsOf(own.kind)
    yield* mustBeAllowed(diffFms)
    const places = yield* placesOf(named)
    let done = 0
    const tried = yield* Effect.forEach(
      places,
      (place) =>
        Effect.tap(compare(place, refresh === true), () =>
          Effect.sync(() => terminal.status(`Compared ${(done += 1)} of ${places.length} ...`))
        ),
      { concurrency: atOnce }
    )
    terminal.status(null)
    const [only] = tried
    if (!all && tried.length === 1 && only !== undefined && !isDrift(only.outcome))
      return yield* Effect.fail(only.outcome)
    // With --all, only facilities that can be compared count.
    const compared = tried.filter(({ outcome }) => !all || isDrift(outcome) || outcome._tag !== "DriftNeedsUnits")
    const rows = driftRows(compared, kinds)
    const sum = sumOf(compared, rows.length)
    yield* writeReport(call, own, driftReport(compared, rows, sum))
    for (const remark of remarks(compared, kinds)) terminal.talk(remark)
    terminal.talk(compared.length === 0 ? "No facilities have a connection that reports units." : sum)
    return exitOf(compared, rows.length)
  })
})
