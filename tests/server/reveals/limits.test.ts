import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeLock } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const minute = 60_000

describe.each(usualHomes)("reveal limits, on $name", (home) => {
  let server: TestServer
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        for (const [company, first] of [
          ["acme", 1],
          ["other", 2]
        ] as const) {
          const { companyID } = yield* makeCompany(company)
          for (let n = 0; n < 10; n += 1) {
            const serial = `${first}000000${n}`
            yield* makeLock({ companyID, facilityID: null, serial, code: "1234", status: 1001 })
          }
        }
      }),
      {
        clock,
        limits: {
          ...wide,
          revealPerUser: { times: 6, seconds: 60 },
          revealPerUserHour: { times: 30, seconds: 3600 },
          revealPerLock: { times: 4, seconds: 600 }
        }
      }
    )
  })
  afterAll(() => server.close())

  const reveal = (token: string, serialCode: string, reason = "Remove Overlock") =>
    server.fetch("/api/locks/reveal-unlock-code", { method: "POST", token, body: { serialCode, reason } })
  const statuses = async (token: string, ...requests: ReadonlyArray<readonly [string, string?]>) => {
    const all = []
    for (const [serial, reason] of requests) all.push((await reveal(token, serial, reason)).status)
    return all
  }

  it("stop a user after so many requests, granted or refused, for any locks, until they have waited", async () => {
    clock.advance(11 * minute)
    const token = await server.enter("acme", Role.id.Admin)
    const taken = await statuses(
      token,
      ["10000000"],
      ["10000001", "N/A"],
      ["99999999"],
      ["20000000"],
      ["10000002"],
      ["10000003"]
    )
    expect(taken).toEqual([200, 422, 404, 404, 200, 200])
    const stopped = await reveal(token, "10000004")
    expect(stopped.status).toBe(429)
    expect(stopped.json).toMatchObject({
      code: "TooManyRequests",
      error: "You have reached your limit of 6 reveals a minute."
    })
    expect(stopped.text).not.toContain("1234")
    expect(await statuses(await server.enter("acme", Role.id.Admin), ["10000004"])).toEqual([429])
    expect(await statuses(await server.enter("acme", Role.id.Owner), ["10000004"])).toEqual([200])
    clock.advance(Number(stopped.headers.get("retry-after")) * 1000)
    expect(await statuses(token, ["10000004"])).toEqual([200])
  })

  it("stop a user for the rest of an hour, and notify the company's admins once", async () => {
    clock.advance(120 * minute)
    const token = await server.enter("acme", Role.id.Personnel)
    for (let nth = 0; nth < 30; nth += 1) {
      if (nth % 6 === 0) clock.advance(2 * minute)
      expect((await reveal(token, `1000000${nth % 10}`)).status).toBe(200)
    }
    clock.advance(2 * minute)
    for (let nth = 0; nth < 2; nth += 1) {
      const stopped = await reveal(token, "10000000")
      expect(stopped.status).toBe(429)
      expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(40 * 60)
      expect(stopped.json).toMatchObject({
        code: "TooManyRequests",
        error: "You have reached your limit of 30 reveals an hour.",
        data: { limit: { what: "reveals", times: 30, seconds: 3600 } }
      })
    }
    const mails = await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ recipient: string }>`
          SELECT recipient FROM outbox WHERE subject = 'Personnel acme has reached the limit of revealed combinations'
          ORDER BY recipient`
      )
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(["admin@acme.example.com", "owner@acme.example.com"])
    const owner = await server.enter("acme", Role.id.Owner)
    for (const [role, notices] of [
      [Role.id.Admin, 1],
      [Role.id.Owner, 1],
      [Role.id.Personnel, 0]
    ] as const) {
      const { data } = await server.call(await server.enter("acme", role), (api) => api.notices.list({ query: {} }))
      const messages = data.map(({ message }) => message)
      expect(messages).toEqual(
        Array.from({ length: notices }, () => expect.stringContaining("30 combinations within an hour"))
      )
    }
    const capped = await server.call(owner, (api) => api.audit.list({ query: { action: "reveals.cap" } }))
    expect(capped.data).toMatchObject([{ subject: "personnel@acme.example.com", userName: "Personnel acme" }])
    clock.advance(60 * minute)
    expect((await reveal(token, "10000000")).status).toBe(200)
    // Unknown serial codes and refused reasons count too.
    const counted = () => server.sql((sql) => sql<{ n: number }>`SELECT sum(n)::int AS n FROM reveal_counts`)
    const [before] = await counted()
    expect(await statuses(token, ["99999997"], ["10000001", "N/A"])).toEqual([404, 422])
    expect(await counted()).toEqual([{ n: (before?.n ?? 0) + 2 }])
  })

  it("notify again after the clock was set back", async () => {
    const owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
    const capped = async () =>
      (await server.call(owner, (api) => api.audit.list({ query: { action: "reveals.cap" } }))).data.length
    const before = await capped()
    clock.advance(-24 * 60 * minute)
    const token = await server.enter("acme", Role.id.Personnel)
    for (let nth = 0; nth < 30; nth += 1) {
      if (nth % 6 === 0) clock.advance(2 * minute)
      expect((await reveal(token, `1000000${nth % 10}`)).status).toBe(200)
    }
    clock.advance(2 * minute)
    expect((await reveal(token, "10000000")).status).toBe(429)
    expect(await capped()).toBe(before + 1)
    clock.advance(60 * minute)
  })

  it("stop a serial code after so many requests by the company's users together, but not other codes", async () => {
    clock.advance(11 * minute)
    const one = await server.enter("acme", Role.id.Admin)
    const another = await server.enter("acme", Role.id.Personnel)
    expect(await statuses(one, ["10000005"], ["10000005", "N/A"])).toEqual([200, 422])
    expect(await statuses(another, ["10000005"], ["10000005"], ["10000005"], ["10000006"])).toEqual([
      200, 200, 429, 200
    ])
    const stopped = await reveal(one, "10000005")
    expect(stopped.status).toBe(429)
    // Other serial codes can be revealed, so the message says which can't.
    expect(stopped.json).toMatchObject({ error: "This serial code has reached its limit of 4 reveals in 10 minutes." })
    expect(await statuses(await server.enter("other", Role.id.Admin), ["10000005"], ["20000005"])).toEqual([404, 200])
    clock.advance(11 * minute)
    expect(await statuses(one, ["10000005"])).toEqual([200])
  })

  it("count an unknown serial code and another company's alike, so that they can't be told apart", async () => {
    for (const serial of ["99999998", "20000007"]) {
      clock.advance(11 * minute)
      const token = await server.enter("acme", Role.id.CallCenterAgent)
      const all = await statuses(token, [serial], [serial], [serial], [serial], [serial])
      expect([serial, ...all]).toEqual([serial, 404, 404, 404, 404, 429])
    }
  })
})
