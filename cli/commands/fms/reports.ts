import { xmlText } from "#core/base/xmlText.ts"
import type { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { shownList, textOf } from "#cli/output/shown.ts"
import { fmsColumns, statusText } from "./fmsColumns.ts"

/** The formats of a report of tests. */
export const reportFormats = ["table", "json", "junit", "github", "tap"] as const
export type ReportFormat = (typeof reportFormats)[number]

/** What is wrong, in one line: the facility, the FMS, the cause and the next action. */
const wrong = (row: FmsTestResult): string =>
  [`${statusText(row)} (${row.stage ?? "unknown"}${row.code === null ? "" : `: ${row.code}`}).`, row.nextAction ?? ""]
    .join(" ")
    .trim()

const seconds = (rows: ReadonlyArray<FmsTestResult>): string =>
  (rows.reduce((sum, { latencyMs }) => sum + latencyMs, 0) / 1000).toFixed(3)
const failures = (rows: ReadonlyArray<FmsTestResult>): number => rows.filter(({ result }) => !result).length

const testcase = (row: FmsTestResult): string => {
  const { facilityName, facilityID, managementSoftwareName, stage } = row
  const open = `    <testcase classname="${xmlText(`fms.${managementSoftwareName}`)}" name="${xmlText(`${facilityName} (${facilityID})`)}" time="${seconds([row])}"`
  if (row.result) return `${open}/>`
  const text = xmlText(`${facilityName}, ${managementSoftwareName}: ${wrong(row)}`)
  return `${open}>\n      <failure type="${stage ?? "unknown"}" message="${xmlText(statusText(row))}">${text}</failure>\n    </testcase>`
}

/** JUnit XML as CI services read it: a suite for each FMS, a test for each facility. */
const junit = (rows: ReadonlyArray<FmsTestResult>): string => {
  const suites = [...Map.groupBy(rows, (row) => row.managementSoftwareName)].map(([name, members]) =>
    [
      `  <testsuite name="${xmlText(name)}" tests="${members.length}" failures="${failures(members)}" errors="0" skipped="0" time="${seconds(members)}">`,
      ...members.map(testcase),
      "  </testsuite>"
    ].join("\n")
  )
  const head = `<testsuites name="lockdesk fms test" tests="${rows.length}" failures="${failures(rows)}" errors="0" time="${seconds(rows)}">`
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>"].join("\n")}\n`
}

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** Workflow commands: each failure is an annotation. */
const github = (rows: ReadonlyArray<FmsTestResult>): string =>
  [
    ...rows
      .filter(({ result }) => !result)
      .map(
        (row) => `::error title=${property(`${row.facilityName}, ${row.managementSoftwareName}`)}::${data(wrong(row))}`
      ),
    `::notice title=FMS tests::${rows.length - failures(rows)} of ${rows.length} are good`
  ]
    .map((line) => `${line}\n`)
    .join("")

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ")
const described = (text: string): string => oneLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#")

/** TAP 14, each failure with a YAML block. */
const tap = (rows: ReadonlyArray<FmsTestResult>): string =>
  [
    "TAP version 14",
    `1..${rows.length}`,
    ...rows.flatMap((row, nth) => {
      const line = `${row.result ? "ok" : "not ok"} ${nth + 1} - ${described(`${row.facilityName}, ${row.managementSoftwareName}`)}`
      if (row.result) return [line]
      return [
        line,
        "  ---",
        // JSON strings are YAML strings.
        `  message: ${JSON.stringify(statusText(row))}`,
        `  stage: ${JSON.stringify(row.stage)}`,
        `  code: ${JSON.stringify(row.code)}`,
        `  next: ${JSON.stringify(row.nextAction)}`,
        "  ..."
      ]
    })
  ]
    .map((line) => `${line}\n`)
    .join("")

const shown = (rows: ReadonlyArray<FmsTestResult>) => shownList("results", rows, fmsColumns)

const writers: Readonly<Record<ReportFormat, (rows: ReadonlyArray<FmsTestResult>) => string>> = {
  table: (rows) => textOf({ kind: "table" }, shown(rows)),
  json: (rows) => textOf({ kind: "json", fields: null }, shown(rows)),
  junit,
  github,
  tap
}

/** A report of test results as text. */
export const report = (format: ReportFormat, rows: ReadonlyArray<FmsTestResult>): string => writers[format](rows)
