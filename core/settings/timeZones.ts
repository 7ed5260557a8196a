import { regionOf } from "#core/facilities/regions.ts"

/** The time zone of a company if no facility has a known region. */
export const noZone = "UTC"

/** The time zone of most of a region, by its code (`core/facilities/regions.ts`). */
const zones: Readonly<Record<string, string>> = {
  "America/New_York": "CT DE DC FL GA IN KY ME MD MA MI NH NJ NY NC OH PA RI SC VT VA WV",
  "America/Chicago": "AL AR IL IA KS LA MN MS MO NE ND OK SD TN TX WI",
  "America/Denver": "CO ID MT NM UT WY",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA NV OR WA",
  "America/Anchorage": "AK",
  "Pacific/Honolulu": "HI",
  "America/Edmonton": "AB NT",
  "America/Vancouver": "BC",
  "America/Winnipeg": "MB",
  "America/Halifax": "NB NS PE",
  "America/St_Johns": "NL",
  "America/Iqaluit": "NU",
  "America/Toronto": "ON QC",
  "America/Regina": "SK",
  "America/Whitehorse": "YT",
  "Europe/Berlin": "BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH"
}

/** A code that exists in two countries belongs to the first one found by `regionOf`. */
const byRegion = new Map(
  Object.entries(zones).flatMap(([zone, codes]) => codes.split(" ").map((code) => [code, zone] as const))
)

/** The time zone of a region, by code or name; null if unknown. */
export const zoneOfRegion = (region: string): string | null => {
  const code = regionOf(region)?.code
  return code === undefined ? null : (byRegion.get(code) ?? null)
}

/** Current IANA names of zones that JavaScript engines list by an earlier name of their city. */
const renamed = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Godthab", "America/Nuuk"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"]
])

/** The current name of a zone, which may be stored by an earlier one. */
export const currentZone = (zone: string): string => renamed.get(zone) ?? zone

/**
 * Finds a time zone by a current or earlier IANA name, ignoring case; null if there is none. Offsets such as +01:00 are not
 * accepted.
 */
export const timeZoneNamed = (text: string): string | null => {
  const name = text.trim()
  if (!/^[a-z]/i.test(name) || name.length > 60) return null
  try {
    return currentZone(new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Every available time zone, by its current name. */
export const timeZones = (): ReadonlyArray<string> => [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(currentZone).toSorted()])
]
