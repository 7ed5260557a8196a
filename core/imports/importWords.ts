import type { CsvRowFault } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import type { RowIssue } from "./FacilityImport.ts"
import type { ImportFieldName } from "./importFieldNames.ts"
import { facilityLabel, fieldNamed, type ImportField, importFields } from "./importFields.ts"

const { name, street, text, phone } = facilityLimits

/** What each field's rule expects (001 §5), in words that follow 'expected'. */
const expectations: Partial<Readonly<Record<ImportFieldName, string>>> = {
  facilityName: `a name of 1 to ${name} characters`,
  phoneNumber: `${phone} digits`,
  phoneNumberCustomerService: `${phone} digits, or nothing`,
  email: "an email address, or nothing",
  facilityDisplayName: `at most ${text} characters`,
  street: `an address of ${street.min} to ${street.max} characters`,
  city: `at most ${text} characters`,
  state: "a region's code or full name, such as OH or Ohio",
  zip: "at most 20 characters"
}

const place = (mapping: ReadonlyArray<ImportFieldName | null>, field: ImportFieldName): number | null => {
  const at = mapping.indexOf(field)
  return at < 0 ? null : at
}

/** An issue of a field in a row; `path` is the field's name. */
export const issueOf = (
  fms: FmsId,
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  path: string
): RowIssue => {
  const field = path as ImportFieldName
  const known = fieldNamed(importFields(fms), field) ?? { name: field, label: field, secret: false }
  const expected = expectations[field] ?? `the ${known.label}, as the other fields of the FMS are there`
  return cellIssue(mapping, cells, known, expected)
}

/** An issue of a field's cell, or of a file without a column for it. */
export const cellIssue = (
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  { name, label, secret }: Pick<ImportField, "name" | "label" | "secret">,
  expected: string
): RowIssue => {
  const column = place(mapping, name)
  const found = column === null || secret ? "" : (cells[column] ?? "").trim()
  const verb = found === "" ? "Enter" : "Correct"
  return {
    column,
    field: name,
    label,
    expected,
    found,
    fix: column === null ? `Choose the column that is ${label}, or add one to the file.` : `${verb} the ${label}.`
  }
}

/** The issue of a missing street, which imported facilities need (001 §5), or null. */
export const streetIssue = (
  fms: FmsId,
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  after: string
): RowIssue | null => (after.trim().length >= street.min ? null : issueOf(fms, mapping, cells, "street"))

/** A row with the same name as an earlier one: it is unclear which one is right. */
export const repeatedName = (
  mapping: ReadonlyArray<ImportFieldName | null>,
  found: string,
  earlier: number
): RowIssue => ({
  column: place(mapping, "facilityName"),
  field: "facilityName",
  label: facilityLabel("facilityName"),
  expected: "a name that appears once in the file",
  found,
  fix: `Row ${earlier} already has this name. Remove one of them, or change the name.`
})

const shown = (found: string): string => (found === "" ? "nothing" : `'${found.slice(0, 60)}'`)

/** The code of a row that can't be parsed: it has to be fixed as a whole. */
export const unreadableRow = "UnreadableRow"

/** Why a row of a file can't be parsed, by its number. */
export const unreadableProblem = (row: number, fault: CsvRowFault): RowProblem => ({
  code: unreadableRow,
  ...csvRowWords(fault, row)
})

const notKept = "Its cells are hidden, because one of them may be secret."

/** The same for a file with a secret column: any cell could be the secret, so none is stored. */
export const withoutCells = (problem: RowProblem): RowProblem =>
  problem.fix.endsWith(notKept) ? problem : { ...problem, fix: `${problem.fix} ${notKept}` }

/** Combines the issues of a row, as the error file and job lists show them. */
export const rowProblemOf = (issues: ReadonlyArray<RowIssue>, code: string): RowProblem => ({
  code,
  error: issues.map(({ label, expected, found }) => `${label}: expected ${expected}, found ${shown(found)}.`).join(" "),
  fix: [...new Set(issues.map(({ fix }) => fix))].join(" ")
})
