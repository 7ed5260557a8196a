import { words } from "#core/api/problem.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { fixLine } from "#core/commands/fixLine.ts"
import type { DriftNeedsUnits } from "#core/drift/DriftErrors.ts"
import { type DriftKind, driftTitle } from "#core/drift/driftKinds.ts"
import { type FacilityDrift, Finding } from "#core/drift/Finding.ts"
import { answeredBy } from "#core/fms/fmsColumns.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type { UnitsUnavailable } from "#core/units/UnitErrors.ts"
import { shownList } from "#cli/output/shown.ts"
import type { Column } from "#cli/output/table.ts"
import type { Check, Report } from "./reports.ts"

/** The result for one facility: its mismatches, or why it could not be compared. */
export interface Compared {
  readonly facilityID: FacilityId
  readonly facilityName: string
  readonly outcome: FacilityDrift | UnitsUnavailable | DriftNeedsUnits
}

/** A finding as printed, with the command line that fixes it. */
export interface DriftRow extends Finding {
  readonly line: string
  /** The units came from a simulator. */
  readonly simulated: boolean
}

/** Names for `--json a,b`. */
export const driftFields: ReadonlyArray<string> = [...Object.keys(Finding.fields), "line", "simulated"]

/** The findings of the requested kinds, each with its command line. */
export const driftRows = (
  compared: ReadonlyArray<Compared>,
  kinds: ReadonlySet<DriftKind> | null
): ReadonlyArray<DriftRow> =>
  compared.flatMap(({ outcome }) =>
    "_tag" in outcome
      ? []
      : outcome.data
          .filter(({ kind }) => kinds === null || kinds.has(kind))
          .map((finding) => ({ ...finding, line: fixLine(finding.fix), simulated: outcome.simulated }))
  )

const columns: ReadonlyArray<Column<DriftRow>> = [
  { heading: "Facility", text: (row) => answeredBy(row.facilityName, row.simulated) },
  { heading: "Mismatch", text: (row) => driftTitle(row.kind) },
  { heading: "Unit", text: (row) => row.unit ?? "--" },
  {
    heading: "Locks",
    text: ({ locks }) =>
      locks.length === 0
        ? "--"
        : locks.map(({ serialCode, status }) => `${serialCode} ${LockStatus.label(status)}`).join(", ")
  },
  { heading: "Fix", text: (row) => row.line }
]

const checksOf =
  (rows: ReadonlyArray<DriftRow>) =>
  ({ facilityID, facilityName, outcome }: Compared): ReadonlyArray<Check> => {
    const simulated = !("_tag" in outcome) && outcome.simulated
    const about = { suite: answeredBy(facilityName, simulated), milliseconds: 0 }
    const whole = { ...about, name: `${facilityName} (${facilityID})`, title: facilityName }
    if ("_tag" in outcome) {
      const { error, next } = words(outcome)
      const stage = outcome._tag === "UnitsUnavailable" ? (outcome.data.stage ?? null) : null
      const type = stage ?? "not-compared"
      return [{ ...whole, failure: { type, message: error, text: `${error} ${next}`, facts: { stage, next } } }]
    }
    const found = rows.filter((row) => row.facilityID === facilityID)
    if (found.length === 0) return [{ ...whole, failure: null }]
    return found.map((row) => {
      const where = row.unit ?? row.locks[0]?.serialCode ?? ""
      return {
        ...about,
        name: `${where}: ${driftTitle(row.kind)}`,
        title: `${facilityName}, ${where}`,
        failure: {
          type: row.kind,
          message: row.says,
          text: `${row.says} ${row.line}`,
          facts: {
            kind: row.kind,
            unit: row.unit,
            locks: row.locks.map(({ serialCode }) => serialCode),
            fix: row.line
          }
        }
      }
    })
  }

/** A report of mismatches: a suite per facility, a failed check per finding, a passed one if everything matches. */
export const driftReport = (compared: ReadonlyArray<Compared>, rows: ReadonlyArray<DriftRow>, sum: string): Report => ({
  name: "lockdesk fms diff",
  group: "drift",
  checks: compared.flatMap(checksOf(rows)),
  shown: shownList("mismatches", rows, columns),
  sum: ["FMS drift", sum]
})
