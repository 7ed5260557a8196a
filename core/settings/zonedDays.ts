/** The local time of a zone at an instant, as milliseconds of a UTC instant with the same digits. */
const wallClock = (zone: string, millis: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  }).formatToParts(millis)
  const figure = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return Date.UTC(
    figure("year"),
    figure("month") - 1,
    figure("day"),
    figure("hour"),
    figure("minute"),
    figure("second")
  )
}

/** The date (YYYY-MM-DD) and hour (0 to 23) in a zone at an instant. */
export const localTime = (zone: string, millis: number): { readonly day: string; readonly hour: number } => {
  const text = new Date(wallClock(zone, millis)).toISOString()
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

/** The date a number of days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The start of a day in a zone, in milliseconds: the first instant of that date, even if clocks skip midnight. */
export const startOfDay = (zone: string, day: string): number => {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (millis: number): number => wallClock(zone, millis) - Math.floor(millis / 1000) * 1000
  const first = wanted - offsetAt(wanted)
  const second = wanted - offsetAt(first)
  // If the two differ, the clocks change in between; the day starts at the one that is on its date.
  return Math.min(...[first, second].filter((millis) => localTime(zone, millis).day === day))
}

/** The last second of a day in a zone, in milliseconds: the later one if the clocks go back over it. */
export const endOfDay = (zone: string, day: string): number => {
  const wanted = Date.parse(`${day}T23:59:59Z`)
  // The offsets well before and well after: the clocks change at most once in between.
  const ends = [-1, 1].map((side) => {
    const other = wanted + side * 36 * 3_600_000
    return wanted - (wallClock(zone, other) - other)
  })
  const real = ends.filter((millis) => wallClock(zone, millis) === wanted)
  // Clocks that skip the last second, or the whole day, go forward where it would be with the later offset.
  return real.length === 0 ? Math.min(...ends) : Math.max(...real)
}

/** An instant in local time of a zone: `11/21/2026 7:05 AM`. */
export const localText = (zone: string, millis: number): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "numeric",
    minute: "2-digit"
  })
    .format(millis)
    .replace(",", "")
    .replaceAll("\u202f", " ")
