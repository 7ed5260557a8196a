import { endOfDay, localTime } from "#core/settings/zonedDays.ts"

/** The latest expiry that the database and ISO 8601 can write. */
const latest = Date.parse("9999-12-31T23:59:59Z")

/** The expiry of a key: an instant as it is, a day as its end in the company's zone. A key works on its last day. */
export const expiryOf = (zone: string, text: string | null): string | null =>
  text === null || text.includes("T") ? text : new Date(Math.min(endOfDay(zone, text), latest)).toISOString()

/** The last day of a key in the company's zone; null if it has none or ends within a day. */
export const lastDayOf = (zone: string, expiresOn: string | null): string | null => {
  if (expiresOn === null) return null
  const millis = Date.parse(expiresOn)
  const { day } = localTime(zone, millis)
  return endOfDay(zone, day) === millis ? day : null
}
