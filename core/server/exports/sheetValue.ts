import { maskedCombination, type SheetColumn } from "#core/exports/sheetColumns.ts"
import type { SheetRow } from "./sheetMessages.ts"

const dateOf = (value: unknown): Date | null => {
  if (typeof value !== "string" && typeof value !== "number") return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The value of a cell: a text, a number, a date, or nothing. */
export const sheetValue = ({ kind, field, names }: SheetColumn, row: SheetRow): string | number | Date | null => {
  const value = row[field]
  if (kind === "combination") return value === null || value === undefined ? maskedCombination : String(value)
  if (value === null || value === undefined) return null
  switch (kind) {
    case "date":
      return dateOf(value)
    case "number":
      return typeof value === "number" ? value : String(value)
    case "text":
    case "choice":
      return names === undefined ? String(value) : (names[String(value)] ?? names[""] ?? null)
  }
}
