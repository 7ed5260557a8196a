import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeLock } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const most = 100
const minute = 60_000

describe.each(usualHomes)("reveals counted in advance, on $name", (home) => {
  let server: TestServer
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        yield* makeLock({ companyID, facilityID: null, serial: "10000000", code: "1234", status: 1001 })
      }),
      { clock, limits: { ...wide, revealPerUserHour: { times: most, seconds: 3600 } } }
    )
  })
  afterAll(() => server.close())

  const reveal = async (token: string, serialCode = "10000000") => {
    const body = { serialCode, reason: "Remove Overlock" }
    return (await server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body })).status
  }
  const times = async (n: number, token: string, serialCode?: string) => {
    const statuses = []
    for (let nth = 0; nth < n; nth += 1) statuses.push(await reveal(token, serialCode))
    return statuses
  }
  const counted = async () => {
    const [row] = await server.sql((sql) => sql<{ n: number }>`SELECT sum(n)::int AS n FROM reveal_counts`)
    return row?.n
  }

  it("allow exactly the limit, and unused ones are returned", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    // Three of eight are used before five minutes pass, five times over. The unused five must be returned each time.
    for (let slot = 0; slot < 5; slot += 1) {
      clock.advance(5 * minute)
      expect(await times(3, token)).toEqual([200, 200, 200])
    }
    expect(await counted()).toBe(5 * 3 + 5)
    expect(await times(5, token)).toEqual(Array(5).fill(200))
    expect(await counted()).toBe(20)
    // An unknown serial code counts as one, whether or not it was counted in advance.
    expect(await times(9, token, "99999999")).toEqual(Array(9).fill(404))
    const left = most - 20 - 9
    const rest = await times(left + 3, token)
    expect(rest.slice(0, left).filter((status) => status !== 200)).toEqual([])
    expect(rest.slice(left)).toEqual([429, 429, 429])
    expect(await counted()).toBe(most)
  })

  it("belong to one user, however many concurrent requests there are", async () => {
    const [one, other] = [await server.enter("acme", Role.id.Owner), await server.enter("acme", Role.id.Personnel)]
    const statuses = await Promise.all(
      Array.from({ length: 2 * (most + 5) }, (_, nth) => reveal(nth % 2 === 0 ? one : other))
    )
    for (const which of [0, 1]) {
      const own = statuses.filter((_, nth) => nth % 2 === which)
      expect(own.filter((status) => status === 200)).toHaveLength(most)
      expect(own.filter((status) => status === 429)).toHaveLength(5)
    }
  })
})
