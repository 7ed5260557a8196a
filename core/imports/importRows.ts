import { phoneDigits } from "#core/facilities/phone.ts"
import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import { type FacilityFacts, facilityFields } from "#core/facilities/facilityRules.ts"
import { formulaErrorFix, isFormulaError } from "#core/base/formulaError.ts"
import { nameText } from "#core/base/nameText.ts"
import { wholeDigits } from "#core/base/wholeDigits.ts"
import { regionOf } from "#core/facilities/regions.ts"
import { type FmsFieldName, fmsFieldNames } from "#core/fms/fmsFields.ts"
import type { RowIssue } from "./FacilityImport.ts"
import type { ImportFieldName } from "./importFieldNames.ts"
import { facilityLabel } from "./importFields.ts"

/** The facility fields of a row. Empty cells are left out, and don't change an existing facility. */
export interface FacilityRowPatch {
  readonly form: Partial<FacilityFacts> & {
    readonly no_Of_Units?: number
    readonly lat?: number
    readonly lng?: number
  }
  readonly fms: Partial<Readonly<Record<FmsFieldName, string>>>
  /** Cells that are not a valid value of their field. */
  readonly issues: ReadonlyArray<RowIssue>
}

type Read = { readonly value: string | number } | { readonly expected: string; readonly fix: string }

const isFmsField = (name: ImportFieldName): name is FmsFieldName =>
  (fmsFieldNames as ReadonlyArray<string>).includes(name)
const isText = (name: ImportFieldName): name is keyof FacilityFacts =>
  (facilityFields as ReadonlyArray<string>).includes(name)

const formulaFailed: Read = { expected: "a value", fix: formulaErrorFix }

/** A number as a spreadsheet shows it in a narrow column: `5.55E+09`, whose other digits are lost. */
const isShortened = (text: string): boolean => /^\d[\d.,]*E\+?\d+$/i.test(text)

const shortened = "Your spreadsheet shortened the number: format the column as text and enter all its digits."

/** Ten digits, without the leading 1 of eleven. Longer numbers are not cut, because it is unclear which digits are wrong. */
const phone = (text: string): Read => {
  const digits = text.replace(/\D/g, "")
  const own = phoneDigits(text)
  const whole = digits.length === facilityLimits.phone || digits === `1${own}`
  return whole && own.length === facilityLimits.phone
    ? { value: own }
    : {
        expected: "10 digits",
        fix: isShortened(text) ? shortened : "Enter the area code and the number, 10 digits, without an extension."
      }
}

const wholeNumber = (text: string): Read => {
  const plain = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text
  const value = Number(plain)
  return /^\d{1,7}$/.test(plain) && value <= 1_000_000
    ? { value }
    : { expected: "a whole number up to 1000000", fix: "Enter how many units there are." }
}

const degrees =
  (most: number) =>
  (text: string): Read => {
    const value = Number(text)
    return /^[+-]?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(value) <= most
      ? { value }
      : { expected: `degrees from -${most} to ${most}`, fix: "Enter decimal degrees, or leave the cell empty." }
  }

/** Parses a cell of digits, which may be a number as spreadsheets write it. */
const digits =
  (read: (text: string) => Read) =>
  (text: string): Read =>
    read(wholeDigits(text))

/** Parsers of fields that are not plain text. */
const readers: Partial<Readonly<Record<ImportFieldName, (text: string) => Read>>> = {
  phoneNumber: digits(phone),
  phoneNumberCustomerService: digits(phone),
  no_Of_Units: digits(wholeNumber),
  zip: digits((value) => (isShortened(value) ? { expected: "a zip code", fix: shortened } : { value })),
  lat: degrees(90),
  lng: degrees(180),
  /** A region's name or code is stored as its code, as by the form; other text is left for the rules to refuse. */
  state: (text) => ({ value: regionOf(text)?.code ?? text })
}

/** The states whose zip codes start with 0. */
const zeroStates = new Set<unknown>(["CT", "MA", "ME", "NH", "NJ", "RI", "VT"])

/** Parses the cells of a row by the column mapping. Cells are cleaned like names; empty cells are left out. */
export const readImportRow = (
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>
): FacilityRowPatch => {
  const form: Record<string, string | number> = {}
  const fms: Partial<Record<FmsFieldName, string>> = {}
  const issues: Array<RowIssue> = []
  for (const [column, field] of mapping.entries()) {
    const text = nameText(cells[column] ?? "")
    if (field === null || text === "") continue
    if (isFmsField(field)) {
      fms[field] = text
      continue
    }
    const read = isFormulaError(text) ? formulaFailed : readers[field]?.(text)
    if (read === undefined) form[field] = text
    else if ("value" in read) form[field] = read.value
    else {
      issues.push({ column, field, label: facilityLabel(field), expected: read.expected, found: text, fix: read.fix })
      // Keep invalid text too, so that the field is not also reported as missing.
      if (isText(field)) form[field] = text
    }
  }
  const zip = mapping.indexOf("zip")
  if (zeroStates.has(form["state"]) && /^\d{4}$/.test(String(form["zip"]))) {
    issues.push({
      column: zip,
      field: "zip",
      label: facilityLabel("zip"),
      expected: "5 digits",
      found: cells[zip] ?? "",
      fix: "Enter all 5 digits: your spreadsheet dropped the leading zero."
    })
  }
  return { form, fms, issues }
}

/** The name that identifies a row, as written in the file. */
export const rowName = (mapping: ReadonlyArray<ImportFieldName | null>, cells: ReadonlyArray<string>): string => {
  const at = mapping.indexOf("facilityName")
  return at < 0 ? "" : nameText(cells[at] ?? "")
}
