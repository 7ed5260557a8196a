import { describe, expect, it } from "vitest"
import { regions } from "#core/facilities/regions.ts"
import { timeZoneNamed, timeZones, zoneOfRegion } from "#core/settings/timeZones.ts"

describe("time zones", () => {
  it("exist for every region, and are all valid", () => {
    for (const { code, name } of regions) {
      const zone = zoneOfRegion(code)
      expect([name, zone === null ? null : timeZoneNamed(zone)]).toEqual([name, zone])
    }
    expect([zoneOfRegion("OH"), zoneOfRegion("Ohio"), zoneOfRegion("BE"), zoneOfRegion("DE")]).toEqual([
      "America/New_York",
      "America/New_York",
      "Europe/Berlin",
      "America/New_York"
    ])
    expect([zoneOfRegion(""), zoneOfRegion("Atlantis")]).toEqual([null, null])
  })

  it("are accepted by name, ignoring case", () => {
    expect([timeZoneNamed("america/denver"), timeZoneNamed(" UTC ")]).toEqual(["America/Denver", "UTC"])
    for (const wrong of ["", "+01:00", "Mars/Olympus", "America", "America/Denver\0", "x".repeat(100), "../etc"]) {
      expect([wrong, timeZoneNamed(wrong)]).toEqual([wrong, null])
    }
  })

  it("have their current names, each once, with UTC first", () => {
    expect([timeZoneNamed("asia/calcutta"), timeZoneNamed("Europe/Kyiv")]).toEqual(["Asia/Kolkata", "Europe/Kyiv"])
    const listed = timeZones()
    expect(listed[0]).toBe("UTC")
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.map((zone) => [zone, timeZoneNamed(zone)])).toEqual(listed.map((zone) => [zone, zone]))
    expect(listed.filter((zone) => /Calcutta|Kiev|Saigon/.test(zone))).toEqual([])
  })
})
