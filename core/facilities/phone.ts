import { facilityLimits } from "./facilityLimits.ts"

/** All digits of a phone number that was given whole. A leading country code 1 of eleven is left out. */
export const givenDigits = (text: string): string => {
  const digits = text.replace(/\D/g, "")
  return digits.length === facilityLimits.phone + 1 && digits.startsWith("1") ? digits.slice(1) : digits
}

/** The digits of what is being typed into a phone field, at most ten (001 §5). */
export const phoneDigits = (text: string): string => givenDigits(text).slice(0, facilityLimits.phone)

/** A phone number as it is shown: (xxx) xxx-xxxx, of fewer digits as far as they go. */
export const phoneShown = (digits: string): string => {
  if (digits.length < 4) return digits
  const [area, office, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return line === "" ? `(${area}) ${office}` : `(${area}) ${office}-${line}`
}
