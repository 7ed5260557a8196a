import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { useKeyPlace } from "./keyPlace.ts"

const hour = 3_600_000
const day = 24 * hour

describe.each(usualHomes)("the last day of an API key, on $name", (home) => {
  const place = useKeyPlace(home)
  const setZone = (zone: string) =>
    place.sql((sql) => sql`UPDATE companies SET time_zone = ${zone} WHERE company_id = ${place.company["acme"] ?? 0}`)
  const now = () => place.clock.currentTimeMillisUnsafe()
  const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

  it.each([
    ["UTC", "2099-11-01", "2099-11-01T23:59:59.000Z"],
    ["America/Los_Angeles", "2099-07-01", "2099-07-02T06:59:59.000Z"],
    ["Asia/Tokyo", "2099-07-01", "2099-07-01T14:59:59.000Z"],
    ["Pacific/Kiritimati", "2099-07-01", "2099-07-01T09:59:59.000Z"],
    // The clocks change in the night before or on the day itself.
    ["America/New_York", "2099-10-31", "2099-11-01T03:59:59.000Z"],
    ["America/New_York", "2099-11-01", "2099-11-02T04:59:59.000Z"],
    ["America/New_York", "2099-03-07", "2099-03-08T04:59:59.000Z"],
    ["America/New_York", "2099-03-08", "2099-03-09T03:59:59.000Z"]
  ])("ends in %s on %s at %s, and is shown as that day", async (zone, lastDay, expiresOn) => {
    await setZone(zone)
    const made = await place.send("POST", "/companies/add-api-key", place.form({ expiresOn: lastDay }))
    expect(made).toMatchObject({ status: 200, data: { expiresOn, lastDay } })
    const { id } = made.data as { id: number }
    expect((await place.list()).find((each) => each["id"] === id)).toMatchObject({ expiresOn, lastDay })
    const next = dayOf(Date.parse(lastDay) + day)
    const edited = await place.send("PUT", "/companies/update-api-key", { ...place.form({ expiresOn: next }), id })
    expect(edited).toMatchObject({ status: 200, data: { lastDay: next } })
  })

  it("is none if the key ends within a day", async () => {
    await setZone("Asia/Tokyo")
    const expiresOn = "2099-07-01T23:59:59.000Z"
    const made = await place.send("POST", "/companies/add-api-key", place.form({ expiresOn }))
    expect(made).toMatchObject({ status: 200, data: { expiresOn, lastDay: null } })
  })

  it("refuses text that is no day", async () => {
    for (const expiresOn of ["2099-02-30", "2099-13-01", "tomorrow"]) {
      expect((await place.send("POST", "/companies/add-api-key", place.form({ expiresOn }))).status).toBe(400)
    }
  })

  it("may be today in the company's zone, and the key works until it is over there", async () => {
    // 02:36 in UTC: still the day before in Phoenix, already noon in Tokyo.
    const midnight = Math.ceil(now() / day) * day
    place.clock.advance(midnight + 2 * hour + 36 * 60_000 - now())
    const owner = await place.server.enter("acme", Role.id.Owner, { client: "terminal" })
    const make = (expiresOn: string) => place.send("POST", "/companies/add-api-key", place.form({ expiresOn }), owner)
    const [yesterday, today] = [dayOf(now() - day), dayOf(now())]
    const inFuture = { issues: [{ path: "expiresOn", message: "Choose a day or time in the future." }] }
    await setZone("Asia/Tokyo")
    expect(await make(yesterday)).toMatchObject({ status: 422, data: inFuture })
    expect(await make(today)).toMatchObject({ status: 200, data: { lastDay: today } })
    await setZone("America/Phoenix")
    const made = await make(yesterday)
    expect(made).toMatchObject({ status: 200, data: { lastDay: yesterday } })
    const { secret } = made.data as { secret: string }
    place.clock.advance(4 * hour)
    expect(await place.seen(secret)).toEqual(["10000001", "10000002"])
    place.clock.advance(hour)
    expect(await place.seen(secret)).toBe("ApiKeyNotAccepted")
  })
})
