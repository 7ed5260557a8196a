const two = (part: number): string => String(part).padStart(2, "0")

const day = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/**
 * An instant for people: date and time where the terminal is, with the distance from UTC, `2026-11-23 06:52 +0200`. JSON, CSV and
 * NDJSON have instants as they are. No `Intl`: the first format of a process takes 10 ms.
 */
export const timeText = (instant: string | null | undefined, otherwise = ""): string => {
  if (instant === null || instant === undefined) return otherwise
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const east = -at.getTimezoneOffset()
  const zone = `${east < 0 ? "-" : "+"}${two(Math.floor(Math.abs(east) / 60))}${two(Math.abs(east) % 60)}`
  return `${day(at)} ${two(at.getHours())}:${two(at.getMinutes())} ${zone}`
}

/** The end of a day in UTC, as it is typed and kept, is that day; any other instant is a time. */
export const dayText = (instant: string | null | undefined, otherwise = ""): string =>
  instant?.endsWith("T23:59:59.000Z") === true ? instant.slice(0, 10) : timeText(instant, otherwise)
