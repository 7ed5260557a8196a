import { foldText } from "#core/base/search/foldText.ts"
import type { CellValue } from "./GridColumn.ts"
import type { GridKind, GridValue } from "./GridExport.ts"

const day = 86_400_000
const dayForm = /^(\d{4}-\d{2}-\d{2})?$/

/**
 * Parses `2026-11-20`, `2026-11-01..2026-11-20`, or a range with one open end: from the start of one day to the end
 * of another, in epoch milliseconds UTC, end exclusive. Null for any other text.
 */
export const dayRange = (text: string): readonly [from: number, to: number] | null => {
  const [first = "", last = first, ...more] = text.split("..")
  if (more.length > 0 || first + last === "" || !dayForm.test(first) || !dayForm.test(last)) return null
  const from = first === "" ? Number.NEGATIVE_INFINITY : Date.parse(first)
  const to = last === "" ? Number.POSITIVE_INFINITY : Date.parse(last) + day
  return Number.isNaN(from) || Number.isNaN(to) ? null : [from, to]
}

const tests: Readonly<Record<GridKind, (text: string) => (value: GridValue) => boolean>> = {
  text: (text) => {
    const wanted = foldText(text.trim())
    return (value) => value !== null && foldText(String(value)).includes(wanted)
  },
  number: (text) => {
    const wanted = Number(text.trim())
    return (value) => value !== null && Number(value) === wanted
  },
  choice: (text) => {
    const wanted = new Set(text.split(","))
    return (value) => value !== null && wanted.has(String(value))
  },
  date: (text) => {
    const range = dayRange(text)
    return (value) => range !== null && typeof value === "number" && value >= range[0] && value < range[1]
  }
}

/**
 * Whether a value passes a filter: text contains it, numbers and booleans are equal, one of several values matches
 * (001 §5).
 */
export const filterTest = (kind: GridKind, text: string): ((value: CellValue) => boolean) => {
  const test = tests[kind](text)
  return (value) => (typeof value === "object" && value !== null ? value.some(test) : test(value))
}
