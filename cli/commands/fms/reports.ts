import { csvLine } from "#core/base/csvText.ts"
import { xmlText } from "#core/base/xmlText.ts"
import { type Shown, textOf } from "#cli/output/shown.ts"

/** The formats of a report. */
export const reportFormats = ["table", "json", "csv", "junit", "github", "tap"] as const
export type ReportFormat = (typeof reportFormats)[number]

/** One check. */
export interface Check {
  /** Its JUnit suite. */
  readonly suite: string
  readonly name: string
  /** Its title in formats without suites. */
  readonly title: string
  readonly milliseconds: number
  /** Null if it passed. */
  readonly failure: {
    /** A machine-readable code. */
    readonly type: string
    readonly message: string
    /** The problem and the fix, in one line. */
    readonly text: string
    /** Additional facts by name. */
    readonly facts: Readonly<Record<string, unknown>>
  } | null
}

/** Checks, their table or JSON, and the report's name. */
export interface Report {
  readonly name: string
  /** The prefix of JUnit class names. */
  readonly group: string
  readonly checks: ReadonlyArray<Check>
  readonly shown: Shown
  /** A short summary: title and text. */
  readonly sum: readonly [title: string, text: string]
}

const seconds = (checks: ReadonlyArray<Check>): string =>
  (checks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3)
const failures = (checks: ReadonlyArray<Check>): number => checks.filter(({ failure }) => failure !== null).length

const testcase = (check: Check, group: string): string => {
  const { suite, name, title, failure } = check
  const open = `    <testcase classname="${xmlText(`${group}.${suite}`)}" name="${xmlText(name)}" time="${seconds([check])}"`
  if (failure === null) return `${open}/>`
  const { type, message, text } = failure
  return `${open}>\n      <failure type="${xmlText(type)}" message="${xmlText(message)}">${xmlText(`${title}: ${text}`)}</failure>\n    </testcase>`
}

/** JUnit XML as CI services read it. */
const junit = ({ name, group, checks }: Report): string => {
  const suites = [...Map.groupBy(checks, ({ suite }) => suite)].map(([suite, members]) =>
    [
      `  <testsuite name="${xmlText(suite)}" tests="${members.length}" failures="${failures(members)}" errors="0" skipped="0" time="${seconds(members)}">`,
      ...members.map((member) => testcase(member, group)),
      "  </testsuite>"
    ].join("\n")
  )
  const head = `<testsuites name="${xmlText(name)}" tests="${checks.length}" failures="${failures(checks)}" errors="0" time="${seconds(checks)}">`
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>"].join("\n")}\n`
}

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** Workflow commands: each failure is an annotation. */
const github = ({ checks, sum: [title, text] }: Report): string =>
  [
    ...checks.flatMap(({ title: of, failure }) =>
      failure === null ? [] : [`::error title=${property(of)}::${data(failure.text)}`]
    ),
    `::notice title=${property(title)}::${data(text)}`
  ]
    .map((line) => `${line}\n`)
    .join("")

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ")
const described = (text: string): string => oneLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#")

/** TAP 14, each failure with a YAML block. */
const tap = ({ checks }: Report): string =>
  [
    "TAP version 14",
    `1..${checks.length}`,
    ...checks.flatMap(({ title, failure }, nth) => {
      const line = `${failure === null ? "ok" : "not ok"} ${nth + 1} - ${described(title)}`
      if (failure === null) return [line]
      const facts = Object.entries({ message: failure.message, ...failure.facts })
      // JSON strings are YAML strings.
      return [line, "  ---", ...facts.map(([name, fact]) => `  ${name}: ${JSON.stringify(fact)}`), "  ..."]
    })
  ]
    .map((line) => `${line}\n`)
    .join("")

/** The columns of the table, as CSV with a header. */
const csvText = (shown: Shown): string => {
  const rows = shown.kind === "list" ? shown.rows : [shown.record]
  const { columns } = shown
  return [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ text, raw = text }) => raw(row as never)))
  ]
    .map(csvLine)
    .join("")
}

const writers: Readonly<Record<ReportFormat, (report: Report) => string>> = {
  table: ({ shown }) => textOf({ kind: "table" }, shown),
  csv: ({ shown }) => csvText(shown),
  json: ({ shown }) => textOf({ kind: "json", fields: null }, shown),
  junit,
  github,
  tap
}

/** A report as text. */
export const reportText = (format: ReportFormat, report: Report): string => writers[format](report)
