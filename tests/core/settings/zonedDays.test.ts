import { describe, expect, it } from "vitest"
import { dayAfter, endOfDay, localText, localTime, startOfDay } from "#core/settings/zonedDays.ts"

const at = (text: string): number => Date.parse(text)

describe("days in a time zone", () => {
  it.each([
    ["America/Denver", "2026-11-22T13:59:59Z", "2026-11-22", 6],
    ["America/Denver", "2026-11-22T14:00:00Z", "2026-11-22", 7],
    ["America/Denver", "2026-07-01T13:00:00Z", "2026-07-01", 7],
    ["Pacific/Honolulu", "2026-01-01T09:59:00Z", "2025-12-31", 23],
    ["Pacific/Auckland", "2026-01-01T11:00:00Z", "2026-01-02", 0],
    ["Asia/Kolkata", "2026-01-01T18:30:00Z", "2026-01-02", 0],
    ["UTC", "2024-02-29T00:00:00Z", "2024-02-29", 0]
  ] as const)("in %s at %s: %s, hour %i", (zone, instant, day, hour) => {
    expect(localTime(zone, at(instant))).toEqual({ day, hour })
  })

  it.each([
    ["America/Denver", "2026-11-22", "2026-11-22T07:00:00Z"],
    ["America/Denver", "2026-11-01", "2026-11-01T06:00:00Z"],
    ["America/Denver", "2026-11-02", "2026-11-02T07:00:00Z"],
    ["America/Denver", "2026-03-08", "2026-03-08T07:00:00Z"],
    ["America/Denver", "2026-03-09", "2026-03-09T06:00:00Z"],
    // Clocks there jump from 23:59 to 1:00, so the day has no midnight.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"],
    ["Pacific/Auckland", "2026-01-02", "2026-01-01T11:00:00Z"],
    ["UTC", "2026-01-02", "2026-01-02T00:00:00Z"]
  ] as const)("begins in %s on %s at %s", (zone, day, instant) => {
    expect(new Date(startOfDay(zone, day)).toISOString()).toBe(new Date(at(instant)).toISOString())
  })

  it.each([
    ["America/Denver", "2026-11-01", "2026-11-02T06:59:59Z"],
    // Clocks there go from 23:59 back to 23:00, so 23:59 comes twice.
    ["Africa/Cairo", "2026-10-29", "2026-10-29T21:59:59Z"],
    // From 0:59 back to 0:00 on the next day.
    ["America/Havana", "2026-10-31", "2026-11-01T03:59:59Z"],
    // From 22:59 to midnight.
    ["America/Nuuk", "2026-03-28", "2026-03-29T00:59:59Z"],
    // The zone skipped this day.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T09:59:59Z"],
    ["UTC", "9999-12-31", "9999-12-31T23:59:59Z"]
  ] as const)("ends in %s on %s at %s", (zone, day, instant) => {
    expect(new Date(endOfDay(zone, day)).toISOString()).toBe(new Date(at(instant)).toISOString())
  })

  it("follow each other, even across a new year", () => {
    expect([dayAfter("2026-01-01", -1), dayAfter("2024-02-28", 1), dayAfter("2026-12-31", 1)]).toEqual([
      "2025-12-31",
      "2024-02-29",
      "2027-01-01"
    ])
  })

  it("show an instant in local time", () => {
    expect(localText("America/Denver", at("2026-11-22T14:05:00Z"))).toBe("11/22/2026 7:05 AM")
  })
})
