import { facilityLimits } from "./facilityLimits.ts"

/** All digits of a complete phone number. A leading country code 1 of eleven digits is dropped. */
export const givenDigits = (text: string): string => {
  const digits = text.replace(/\D/g, "")
  return digits.length === facilityLimits.phone + 1 && digits.startsWith("1") ? digits.slice(1) : digits
}

/** The digits in a phone field while typing, at most ten (001 §5). */
export const phoneDigits = (text: string): string => givenDigits(text).slice(0, facilityLimits.phone)

/** A phone number formatted as (xxx) xxx-xxxx, as far as it has been typed. */
export const phoneShown = (digits: string): string => {
  if (digits.length < 4) return digits
  const [area, office, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return line === "" ? `(${area}) ${office}` : `(${area}) ${office}-${line}`
}
