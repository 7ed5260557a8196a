import { Schema } from "effect"

/** Export formats. */
export const exportFormats = ["xlsx", "csv"] as const
export const ExportFormat = Schema.Literals(exportFormats)
export type ExportFormat = (typeof exportFormats)[number]

/** The content type of each format. */
export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8"
}

/** The content type of a file, by its name. */
export const contentTypeOf = (name: string): string =>
  name.toLowerCase().endsWith(".csv") ? contentTypes.csv : contentTypes.xlsx

const two = (part: number): string => String(part).padStart(2, "0")

/** `locks-2026-11-20-220501.xlsx` (001 §9: named with a timestamp), for an instant in epoch milliseconds, in local time. */
export const exportFileName = (name: string, millis: number, format: ExportFormat): string => {
  const at = new Date(millis)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${name}-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.${format}`
}

/** The response header with the number of rows the file will contain. */
export const exportRowsHeader = "x-export-rows"
