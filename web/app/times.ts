const two = (part: number): string => String(part).padStart(2, "0")

// Not `Intl.DateTimeFormat`: a page's first takes 14 ms, and it would be needed before the first screen.
const clock = (hours: number, minutes: number): string =>
  `${hours % 12 === 0 ? 12 : hours % 12}:${two(minutes)} ${hours < 12 ? "AM" : "PM"}`

/** An instant in UTC in the log format: MM.dd.yyyy - h:mm aa (001 §9). */
export const logTime = (instant: string | number): string => {
  const at = new Date(instant)
  const day = `${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())}.${at.getUTCFullYear()}`
  return `${day} - ${clock(at.getUTCHours(), at.getUTCMinutes())}`
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
] as const
const endings = ["th", "st", "nd", "rd"] as const

/** 1st, 2nd, 3rd, 4th, and 11th to 13th. */
const ordinal = (day: number): string => `${day}${day >= 11 && day <= 13 ? "th" : (endings[day % 10] ?? "th")}`

/** An instant in the reader's time zone: `November 20th 2026, 9:55 PM`, MMMM d(th) yyyy, h:mm a (000 §9). */
export const dateTime = (instant: string | number): string => {
  const at = new Date(instant)
  return `${months[at.getMonth()]} ${ordinal(at.getDate())} ${at.getFullYear()}, ${clock(at.getHours(), at.getMinutes())}`
}

/** The day of an instant in the reader's time zone: MM-dd-yyyy (000 §9). */
export const dayText = (instant: string | number): string => {
  const at = new Date(instant)
  return `${two(at.getMonth() + 1)}-${two(at.getDate())}-${at.getFullYear()}`
}

/** A day as it is written, in any time zone: 2026-11-28 as MM-dd-yyyy (000 §9). */
export const calendarDay = (day: string): string => `${day.slice(5)}-${day.slice(0, 4)}`
