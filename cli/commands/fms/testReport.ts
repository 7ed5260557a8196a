import type { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { timeText } from "#cli/output/timeText.ts"
import { shownList } from "#cli/output/shown.ts"
import { answeredBy, fmsColumns, statusText } from "#core/fms/fmsColumns.ts"
import type { Check, Report } from "./reports.ts"

/** A failure in one line: the facility, the FMS, the cause and the next step. */
const wrong = (row: FmsTestResult): string =>
  [`${statusText(row)} (${row.stage ?? "unknown"}${row.code === null ? "" : `: ${row.code}`}).`, row.nextAction ?? ""]
    .join(" ")
    .trim()

const fmsOf = (row: FmsTestResult): string => answeredBy(row.managementSoftwareName, row.simulated)

const checkOf = (row: FmsTestResult): Check => ({
  suite: fmsOf(row),
  name: `${row.facilityName} (${row.facilityID})`,
  title: `${row.facilityName}, ${fmsOf(row)}`,
  milliseconds: row.latencyMs,
  failure: row.result
    ? null
    : {
        type: row.stage ?? "unknown",
        message: statusText(row),
        text: wrong(row),
        facts: { stage: row.stage, code: row.code, next: row.nextAction }
      }
})

/** Connection tests: a suite per FMS, a check per facility. */
export const testReport = (rows: ReadonlyArray<FmsTestResult>): Report => ({
  name: "lockdesk fms test",
  group: "fms",
  checks: rows.map(checkOf),
  shown: shownList("results", rows, fmsColumns(timeText)),
  sum: ["FMS tests", `${rows.filter(({ result }) => result).length} of ${rows.length} are good`]
})
