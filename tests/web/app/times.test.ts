import { describe, expect, it } from "vitest"
import { dateTime, dayText } from "#web/app/times.ts"

/** The instant with this local time. */
const here = (...[year, month, day, hour = 0, minute = 0]: ReadonlyArray<number>): string =>
  new Date(year ?? 0, (month ?? 1) - 1, day, hour, minute).toISOString()

describe("a date with its time", () => {
  it.each([
    [here(2026, 11, 20, 21, 55), "November 20th 2026, 9:55 PM"],
    [here(2026, 1, 1, 0, 5), "January 1st 2026, 12:05 AM"],
    [here(2026, 2, 2, 12, 0), "February 2nd 2026, 12:00 PM"],
    [here(2026, 3, 3, 9, 9), "March 3rd 2026, 9:09 AM"],
    [here(2026, 5, 11, 1), "May 11th 2026, 1:00 AM"],
    [here(2026, 5, 12, 1), "May 12th 2026, 1:00 AM"],
    [here(2026, 5, 13, 1), "May 13th 2026, 1:00 AM"],
    [here(2026, 5, 21, 1), "May 21st 2026, 1:00 AM"],
    [here(2026, 5, 22, 1), "May 22nd 2026, 1:00 AM"],
    [here(2026, 5, 23, 1), "May 23rd 2026, 1:00 AM"],
    [here(2026, 5, 31, 1), "May 31st 2026, 1:00 AM"]
  ])("%s is %s", (instant, text) => {
    expect(dateTime(instant).replaceAll("\u202f", " ")).toBe(text)
  })
})

describe("a day", () => {
  it("is MM-dd-yyyy", () => {
    expect(dayText(here(2026, 11, 20, 21, 55))).toBe("11-20-2026")
    expect(dayText(here(2026, 1, 2))).toBe("01-02-2026")
  })
})
