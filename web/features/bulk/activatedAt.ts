const months = new Intl.DateTimeFormat("en-US", { month: "long" })
const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" })

const endings = ["th", "st", "nd", "rd"] as const

/** 1st, 2nd, 3rd, 4th, and 11th to 13th. */
const ordinal = (day: number): string => `${day}${day >= 11 && day <= 13 ? "th" : (endings[day % 10] ?? "th")}`

/** An instant where the reader is, as the documents write dates: `November 20th 2026, 9:55 PM` (000 §9). */
export const activatedAt = (instant: string): string => {
  const at = new Date(instant)
  return `${months.format(at)} ${ordinal(at.getDate())} ${at.getFullYear()}, ${time.format(at)}`
}
