import { Schema } from "effect"
import { instantForm } from "./ids.ts"

const isDay = (text: string): boolean => {
  const millis = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text)
}

/** A day without a zone, 2027-12-31, or an instant. */
export const DayOrInstant = Schema.String.check(
  Schema.makeFilter((text: string) => isDay(text) || instantForm.test(text), {
    message: "Expected a day, such as 2027-12-31, or an ISO 8601 instant in UTC."
  })
)
