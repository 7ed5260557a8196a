import "./Answer.css"
import { useMemo } from "react"
import { countText } from "#core/base/countText.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { facilityNamed, type FacilityNames, facilityNamesOf } from "#core/facilities/facilityNamed.ts"
import { Role } from "#core/auth/roles.ts"
import type { NamedFacility } from "#core/facilities/findFacility.ts"
import { logTime } from "#web/app/times.ts"
import { answerColumns } from "./answerColumns.ts"

/** Fields of a response that are never shown. */
const secret: ReadonlySet<string> = new Set(["unlockCode", "token", "password"])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An instant in the API's format. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const shown = (value: unknown): string =>
  value === true
    ? "Yes"
    : value === false
      ? "No"
      : typeof value === "string" && instant.test(value)
        ? `${logTime(value)} UTC`
        : value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
          ? "--"
          : typeof value === "string" || typeof value === "number" || typeof value === "boolean"
            ? String(value)
            : Array.isArray(value)
              ? value.map(shown).join(", ")
              : JSON.stringify(value)

/** Whether a field is an ID whose name is next to it: `facilityID` with `facilityName`. */
const isCode = (key: string, value: Readonly<Record<string, unknown>>): boolean =>
  typeof value[key] === "number" && typeof value[`${key.replace(/(ID|Code)$/, "")}Name`] === "string"

const factsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isRecord(value)
    ? Object.entries(value).filter(([key, fact]) => !secret.has(key) && !isRecord(fact) && !isCode(key, value))
    : []

type Facts = Readonly<Record<string, unknown>>

/** Text for IDs without a name next to them. A user with an empty facility list has all facilities. */
const coded: Readonly<Record<string, (code: unknown, names: FacilityNames, of: Facts) => string>> = {
  roleID: (id) => (typeof id === "number" && Role.isId(id) ? Role.label(id) : shown(id)),
  facilityIDs: (ids, names, of) =>
    !Array.isArray(ids) || ids.length === 0
      ? "roleID" in of
        ? "All"
        : shown(ids)
      : ids.map((id: FacilityId) => facilityNamed(names, id)).join(", ")
}

const shownAs = (key: string, of: Facts, names: FacilityNames): string => {
  const words = coded[key]
  return words === undefined ? shown(of[key]) : words(of[key], names, of)
}

/** Label of a field: `companyID` becomes Company ID. Fields shown as names lose the "ID". */
const labelOf = (key: string): string =>
  (key in coded ? key.replace(/ID$/, "").replace(/yIDs$/, "ies") : key)
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .replace(/^./, (first) => first.toUpperCase())

/** Most rows, and most columns per row, to show. */
const most = { rows: 50, columns: 6 } as const

const columnsOf = (command: string, rows: ReadonlyArray<unknown>, names: FacilityNames) =>
  answerColumns[command]?.map(({ heading, text }) => ({
    heading,
    cell: (row: unknown) => shown(text(row as never))
  })) ??
  factsOf(rows[0])
    .slice(0, most.columns)
    .map(([key]) => ({
      heading: labelOf(key),
      cell: (row: unknown) => (isRecord(row) ? shownAs(key, row, names) : shown(row))
    }))

/** A single record as label and value pairs. */
const recordOf = (
  command: string,
  value: Facts,
  names: FacilityNames
): ReadonlyArray<readonly [label: string, fact: string]> =>
  answerColumns[command]?.map(({ heading, text }) => [heading, shown(text(value as never))] as const) ??
  factsOf(value).map(([key]) => [labelOf(key), shownAs(key, value, names)] as const)

interface AnswerRowsProps {
  readonly command: string
  readonly rows: ReadonlyArray<unknown>
  readonly names: FacilityNames
}

const AnswerRows = ({ command, rows, names }: AnswerRowsProps) => {
  const columns = columnsOf(command, rows, names)
  return (
    <>
      {/* With a tab stop, so that keys can scroll it. */}
      <div className="palette-sideways" data-sideways tabIndex={0}>
        <table className="palette-answer">
          <thead>
            <tr>
              {columns.map(({ heading }) => (
                <th key={heading}>{heading}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most.rows).map((row, at) => (
              <tr key={at}>
                {columns.map(({ heading, cell }) => (
                  <td key={heading}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most.rows ? (
        <p className="muted">
          {most.rows} of {countText(rows.length)} shown. The terminal shows all.
        </p>
      ) : null}
    </>
  )
}

interface AnswerProps {
  readonly command: string
  readonly value: unknown
  /** Facilities whose names are known. */
  readonly facilities: ReadonlyArray<NamedFacility>
}

/** The response of a command. */
export const Answer = ({ command, value, facilities }: AnswerProps) => {
  const names = useMemo(() => facilityNamesOf(facilities), [facilities])
  if (Array.isArray(value)) {
    return value.length === 0 ? <p>No results.</p> : <AnswerRows command={command} rows={value} names={names} />
  }
  if (!isRecord(value)) return <p>{value === undefined ? "Done." : shown(value)}</p>
  return (
    <dl className="palette-facts">
      {recordOf(command, value, names).map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
