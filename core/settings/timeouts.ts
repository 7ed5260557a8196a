import { enumeration } from "#core/base/enumeration.ts"

/** Units of a timeout; the number is how many minutes one has (002 §3; ledger C222). */
export const TimeoutUnit = enumeration([
  { id: 1, key: "Minutes", label: "Minutes" },
  { id: 60, key: "Hours", label: "Hours" },
  { id: 1440, key: "Days", label: "Days" }
])
export type TimeoutUnitId = (typeof TimeoutUnit.ids)[number]

/** Milliseconds of a minute. */
export const minute = 60_000

/** The shortest and the longest timeout, in minutes, both allowed (002 §5, §9). */
export const timeoutBounds = { min: 10, max: 10_080 } as const

/** Sentences of 002 §5 and §8. */
export const timeoutWords = {
  range: "Timeout value must be between 10 minutes and 7 days",
  unit: "Please select a timeout unit",
  client: "Client timeout can not exceed 10080 minutes",
  mobile: "Mobile timeout can not exceed 10080 minutes"
} as const

/** Whether a timeout of so many minutes is allowed. */
export const isTimeout = (minutes: number): boolean => minutes >= timeoutBounds.min && minutes <= timeoutBounds.max

/** A duration as it is shown: a number of at most one decimal, and its unit. */
export interface ShownTimeout {
  readonly value: string
  readonly unit: TimeoutUnitId
}

/** Minutes as the documents show them: below an hour in minutes, below a day in hours, else in days (002 §4). */
export const shownTimeout = (minutes: number): ShownTimeout => {
  const unit = minutes < 60 ? TimeoutUnit.id.Minutes : minutes < 1440 ? TimeoutUnit.id.Hours : TimeoutUnit.id.Days
  return { value: String(Number((minutes / unit).toFixed(1))), unit }
}

/** `{n} {unit}` of the documents, with one of a unit in the singular: "30 Minutes", "1 Hour". */
export const timeoutText = ({ value, unit }: ShownTimeout): string => {
  const label = TimeoutUnit.label(unit)
  return `${value} ${Number(value) === 1 ? label.replace(/s$/, "") : label}`
}

/** What is typed as the number of a timeout; null where it is none. */
const numberOf = (text: string): number | null =>
  /^\d{1,9}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : null

/** A typed number within its bounds and without leading zeros, in whatever unit it is (002 §5); what is no number stays as it was typed. */
export const clampedTimeout = (text: string): string => {
  const value = numberOf(text.trim())
  if (value === null) return text
  if (value < 1) return "1"
  return value > timeoutBounds.max ? String(timeoutBounds.max) : text.replace(/^(\s*)0+(?=\d)/, "$1")
}

/** What a typed timeout means, in whole minutes, or what is wrong with it. A unit of null was not chosen. */
export const readTimeout = (
  text: string,
  unit: TimeoutUnitId | null
): { readonly minutes: number } | { readonly wrong: string } => {
  if (unit === null) return { wrong: timeoutWords.unit }
  const value = numberOf(text.trim())
  const minutes = value === null ? Number.NaN : Math.round(value * unit)
  return isTimeout(minutes) ? { minutes } : { wrong: timeoutWords.range }
}

/** What stands under the field of a timeout that is too long (002 §5), or null. */
export const tooLong = (text: string, unit: TimeoutUnitId | null, which: "client" | "mobile"): string | null => {
  const value = numberOf(text.trim())
  return unit !== null && value !== null && value * unit > timeoutBounds.max ? timeoutWords[which] : null
}

/** Splits "30 minutes", "1.5h" or "2 days" into what is typed into the two fields. */
export const splitTimeout = (text: string): readonly [value: string, unit: TimeoutUnitId | null] => {
  const [, value = "", word = ""] = /^\s*([\d.,]*)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const unit = TimeoutUnit.rows.find(({ label }) => word !== "" && label.toLowerCase().startsWith(word.toLowerCase()))
  return [value, unit?.id ?? null]
}
