const two = (part: number): string => String(part).padStart(2, "0")

const day = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/**
 * An instant for people: local date and time with the UTC offset, `2026-11-23 06:52 +0200`. JSON, CSV and NDJSON keep instants
 * unchanged. Without `Intl`: the first format of a process takes 10 ms.
 */
export const timeText = (instant: string | null | undefined, otherwise = ""): string => {
  if (instant === null || instant === undefined) return otherwise
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const east = -at.getTimezoneOffset()
  const zone = `${east < 0 ? "-" : "+"}${two(Math.floor(Math.abs(east) / 60))}${two(Math.abs(east) % 60)}`
  return `${day(at)} ${two(at.getHours())}:${two(at.getMinutes())} ${zone}`
}

/** The end of a day in UTC is shown as that day, as it is typed; any other instant as a time. */
export const dayText = (instant: string | null | undefined, otherwise = ""): string =>
  instant?.endsWith("T23:59:59.000Z") === true ? instant.slice(0, 10) : timeText(instant, otherwise)
