import { enumeration } from "#core/base/enumeration.ts"

/** Units of a timeout; the number is the unit's length in minutes (002 §3; ledger C222). */
export const TimeoutUnit = enumeration([
  { id: 1, key: "Minutes", label: "Minutes" },
  { id: 60, key: "Hours", label: "Hours" },
  { id: 1440, key: "Days", label: "Days" }
])
export type TimeoutUnitId = (typeof TimeoutUnit.ids)[number]

/** Milliseconds per minute. */
export const minute = 60_000

/** The minimum and maximum timeout in minutes, both inclusive (002 §5, §9). */
export const timeoutBounds = { min: 10, max: 10_080 } as const

/** Messages of 002 §5 and §8. */
export const timeoutWords = {
  range: "Timeout value must be between 10 minutes and 7 days",
  unit: "Please select a timeout unit",
  client: "Client timeout can not exceed 10080 minutes",
  mobile: "Mobile timeout can not exceed 10080 minutes"
} as const

/** Whether a number of minutes is a valid timeout. */
export const isTimeout = (minutes: number): boolean => minutes >= timeoutBounds.min && minutes <= timeoutBounds.max

/** A duration as displayed: a number with at most one decimal, and its unit. */
export interface ShownTimeout {
  readonly value: string
  readonly unit: TimeoutUnitId
}

/**
 * Formats minutes as the documents do: below an hour in minutes, below a day in hours, else in days (002 §4). If that
 * would take more than one decimal, in a smaller unit, because a rounded timeout isn't the one that applies.
 */
export const shownTimeout = (minutes: number): ShownTimeout => {
  const unit =
    TimeoutUnit.ids.findLast((each) => each <= minutes && (minutes * 10) % each === 0) ?? TimeoutUnit.id.Minutes
  return { value: String(Number((minutes / unit).toFixed(3))), unit }
}

/** `{n} {unit}` in the documents, with a singular unit for one: "30 Minutes", "1 Hour". */
export const timeoutText = ({ value, unit }: ShownTimeout): string => {
  const label = TimeoutUnit.label(unit)
  return `${value} ${Number(value) === 1 ? label.replace(/s$/, "") : label}`
}

/** Parses the number of a timeout; null if it is invalid. */
const numberOf = (text: string): number | null =>
  /^\d{1,9}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(",", ".")) : null

/** Clamps a typed number to its bounds and drops leading zeros, whatever the unit (002 §5); other text is unchanged. */
export const clampedTimeout = (text: string): string => {
  const value = numberOf(text.trim())
  if (value === null) return text
  if (value < 1) return "1"
  return value > timeoutBounds.max ? String(timeoutBounds.max) : text.replace(/^(\s*)0+(?=\d)/, "$1")
}

/** Without floating-point noise: 0.7 days would be 1007.9999999999999 minutes. */
const minutesOf = (value: number, unit: TimeoutUnitId): number => Number((value * unit).toFixed(6))

/** The whole minutes of a typed timeout in bounds, or what is wrong with it. A null unit was not chosen. */
export const readTimeout = (
  text: string,
  unit: TimeoutUnitId | null
): { readonly minutes: number } | { readonly wrong: string } => {
  if (unit === null) return { wrong: timeoutWords.unit }
  const value = numberOf(text.trim())
  const minutes = value === null ? Number.NaN : minutesOf(value, unit)
  return isTimeout(minutes) ? { minutes: Math.round(minutes) } : { wrong: timeoutWords.range }
}

/** A typed timeout in the words of its confirmation: as typed, unless saving it rounds it to whole minutes. */
export const typedTimeout = (text: string, unit: TimeoutUnitId): string => {
  const typed = text.trim()
  const read = readTimeout(typed, unit)
  const isRounded = "minutes" in read && minutesOf(numberOf(typed) ?? 0, unit) !== read.minutes
  return timeoutText(isRounded ? shownTimeout(read.minutes) : { value: typed, unit })
}

/** The message under the field of a timeout that is too long (002 §5), or null. */
export const tooLong = (text: string, unit: TimeoutUnitId | null, which: "client" | "mobile"): string | null => {
  const value = numberOf(text.trim())
  return unit !== null && value !== null && value * unit > timeoutBounds.max ? timeoutWords[which] : null
}

/** Splits "30 minutes", "1.5h" or "2 days" into the texts of the two fields. */
export const splitTimeout = (text: string): readonly [value: string, unit: TimeoutUnitId | null] => {
  const [, value = "", word = ""] = /^\s*([\d.,]*)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const unit = TimeoutUnit.rows.find(({ label }) => word !== "" && label.toLowerCase().startsWith(word.toLowerCase()))
  return [value, unit?.id ?? null]
}
