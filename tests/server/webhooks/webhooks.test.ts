import { Effect } from "effect"
import { Webhook as Receiver } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId, type UserId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { documentedContent, openReceiver } from "./receiver.ts"

type Opened = Awaited<ReturnType<typeof openReceiver>>
interface Answer {
  readonly status: number
  readonly code?: string
  readonly data?: unknown
}
type Made = Readonly<{ id: number; secret: string }>
interface Message {
  readonly deliveryID: number
  readonly messageID: string
  readonly state: string
  readonly attempts: number
  readonly failure: string | null
  readonly type: string
}

const hour = 3_600_000
/** A port of this machine that the settings allow, with no server on it. */
const allowedPort = 4999

describe.each(usualHomes)("webhooks, on $name", (home) => {
  let server: TestServer
  let receiver: Opened
  let owner = ""
  const clock = movableClock()
  const at = { maple: FacilityId.make(1), oak: FacilityId.make(1), lock: 0, hidden: 0 }
  let companyID: CompanyId
  let users: ReadonlyMap<RoleId, UserId> = new Map()
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme")
        companyID = acme.companyID
        users = acme.users
        yield* makeCompany("other")
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        const lock = (serial: string, facilityID: FacilityId) =>
          makeLock({ companyID, facilityID, serial, code: "9142", status: 1001 })
        at.lock = yield* lock("10000001", at.maple)
        at.hidden = yield* lock("10000002", at.oak)
      }),
      {
        clock,
        fms: { privateHosts: [`127.0.0.1:${receiver.port}`, `localhost:${allowedPort}`] },
        webhooks: { every: 20, firstWait: 60_000, timeout: 500, attempts: 3, longestWait: hour }
      }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })
  beforeEach(async () => {
    await sql((sql) => sql`DELETE FROM webhooks`)
    receiver.received.length = 0
    receiver.answers(() => 204)
  })

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const send = async (method: string, path: string, body?: unknown, token = owner): Promise<Answer> => {
    const { status, json } = await server.fetch(`/api${path}`, { method, token, body })
    return { status, ...(json as object) }
  }
  const all = ["lock.activated", "lock.changed", "lock.revealed", "facility.changed", "job.done"]
  const add = async (events: ReadonlyArray<string> = all, query = ""): Promise<Made> =>
    (await send("POST", "/companies/webhooks", { url: `${receiver.url}${query}`, events })).data as Made
  const change = (unit: string, lockID = at.lock) =>
    send("PUT", "/locks/update-lock", { lockID, secondaryLockStatus: 1006, unitNumber: unit })
  const log = async (id: number) =>
    (await send("GET", `/companies/webhooks/${id}/deliveries`)).data as ReadonlyArray<Message>
  /** The notices about stopped webhooks. */
  const inbox = async (role: RoleId) => {
    const { data } = await send("GET", "/notices", undefined, await server.enter("acme", role))
    return (data as ReadonlyArray<{ message: string }>).filter(({ message }) => message.includes("was stopped"))
  }
  const eventually = <A>(read: () => A) => expect.poll(read, { timeout: 20_000, interval: 10 })
  const came = (count: number) => eventually(() => receiver.received.length).toBe(count)
  const become = (id: number, states: ReadonlyArray<string>) =>
    eventually(async () => (await log(id)).map(({ state }) => state)).toEqual(states)
  const bodies = () => receiver.received.map(({ body }) => documentedContent(body))
  /** Waits until every audit record was processed and no message is waiting. */
  const quiet = () =>
    eventually(() =>
      sql(
        (sql) => sql<{ n: number }>`
          SELECT (SELECT count(*) FROM webhooks w JOIN audit_heads h USING (company_id) WHERE h.seq > w.seen_seq)::int
            + (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting')::int AS n`
      )
    ).toEqual([{ n: 0 }])

  /** Waits until the result of every attempt is stored and no message is leased. */
  const landed = () =>
    eventually(() => sql((sql) => sql`SELECT FROM webhook_deliveries WHERE runner IS NOT NULL`)).toEqual([])

  it("report a change, signed by the standard, and never a combination", async () => {
    const { id, secret } = await add()
    await change("A-1")
    await send("POST", "/locks/reveal-unlock-code", { serialCode: "10000001", reason: "Remove Overlock" })
    const edit = { facilityID: at.maple, phoneNumber: "5550100200", no_Of_Units: 12 }
    expect(await send("PUT", "/facilities/update", edit)).toMatchObject({ status: 200 })
    await came(3)
    for (const { headers, body } of receiver.received) {
      expect(new Receiver(secret).verify(body, headers)).toEqual(JSON.parse(body))
      expect(body).not.toContain("9142")
      expect(() => new Receiver(secret).verify(body.replace("1", "2"), headers)).toThrow(/No matching signature/)
    }
    const delivered = bodies().toSorted((one, other) => Number(one.data["auditSeq"]) - Number(other.data["auditSeq"]))
    expect(delivered).toMatchObject([
      { type: "lock.changed", data: { serialCode: "10000001", lockID: at.lock, unit: "A-1", status: 1006 } },
      { type: "lock.revealed", data: { serialCode: "10000001", reason: "Remove Overlock" } },
      { type: "facility.changed", data: { facilityID: at.maple } }
    ])
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"])
    expect(new Set(ids).size).toBe(3)
    await become(id, ["sent", "sent", "sent"])
    const [row] = await sql((sql) => sql<{ row: string }>`SELECT to_jsonb(w)::text AS row FROM webhooks w`)
    expect(row?.row).not.toContain(secret)
  })

  it("report the end of a job", async () => {
    await add(["job.done"])
    const { data: job } = await server.call(owner, (api) =>
      api.jobs.setStatus({
        query: {},
        payload: { source: "box", fingerprint: "webhook-job-of-this-test", secondaryLockStatus: 1001 }
      })
    )
    const request = { params: { id: job.jobID }, query: {} }
    const rows = [{ row: 1, serialCode: "10000001" }]
    await server.call(owner, (api) => api.jobs.addRows({ ...request, payload: { rows } }))
    await server.call(owner, (api) => api.jobs.apply(request))
    await came(1)
    expect(bodies()).toMatchObject([
      { type: "job.done", data: { jobID: job.jobID, kind: "setStatus", total: 1, applied: 1, failed: 0 } }
    ])
  })

  it("report only chosen events since their creation, for facilities in the API", async () => {
    await change("B-1")
    await add(["lock.revealed"])
    await change("B-2")
    const reveal = (serialCode: string) => send("POST", "/locks/reveal-unlock-code", { serialCode, reason: "x-ray" })
    await send("POST", `/companies/toggle-exclude-facility?facilityID=${at.oak}`)
    await reveal("10000002")
    await reveal("10000001")
    await came(1)
    await quiet()
    expect(bodies().map(({ type, data }) => [type, data["serialCode"]])).toEqual([["lock.revealed", "10000001"]])
    await send("POST", `/companies/toggle-exclude-facility?facilityID=${at.oak}`)
  })

  it("are retried with growing delays under the same id, and finally given up", async () => {
    receiver.answers((nth) => (nth < 3 ? 503 : 500))
    const { id } = await add(["lock.changed"])
    await change("C-1")
    const failures = ["The endpoint answered 503.", "The endpoint answered 503.", "The endpoint answered 500."]
    for (const [nth, wait] of [60_000, 240_000, 0].entries()) {
      await came(nth + 1)
      await landed()
      await become(id, [nth === 2 ? "failed" : "waiting"])
      await eventually(async () => (await log(id))[0]?.failure).toBe(failures[nth])
      // Not before the delay is over.
      clock.advance(wait === 0 ? 0 : wait - 5_000)
      expect(receiver.received).toHaveLength(nth + 1)
      clock.advance(wait === 0 ? 0 : 5_000)
    }
    const [message] = await log(id)
    expect(message).toMatchObject({ attempts: 3, state: "failed" })
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([message?.messageID])
    )
    receiver.answers(() => 200)
    expect(await send("POST", `/companies/webhook-deliveries/${message?.deliveryID}/replay`)).toMatchObject({
      status: 200,
      data: { state: "waiting", attempts: 0 }
    })
    await came(4)
    await become(id, ["sent"])
  })

  it("do not wait for a silent endpoint, and follow no redirects", async () => {
    receiver.answers((nth) => (nth === 1 ? null : 302))
    const { id } = await add(["lock.changed"])
    await change("D-1")
    await eventually(async () => (await log(id))[0]?.failure).toBe("The endpoint didn't answer in time.")
    await landed()
    clock.advance(60_000)
    await came(2)
    const redirected = "The endpoint answered 302. Redirects are not followed."
    await eventually(async () => (await log(id))[0]?.failure).toBe(redirected)
    expect(receiver.received).toHaveLength(2)
  })

  it("are delivered if the status says so, even if the response is large or never ends", async () => {
    receiver.leavesUnfinished(true)
    const { id } = await add(["lock.changed"])
    await change("D-2")
    await become(id, ["sent"])
    receiver.leavesUnfinished(false)
  })

  it("reach one endpoint while others on its host are silent with all their messages in flight", async () => {
    receiver.answers((_, body) => (body.includes("silent") ? null : 204))
    await Promise.all(["?1", "?2"].map((query) => add(["lock.changed"], query)))
    await sql(
      (sql) => sql`
        INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
        SELECT webhook_id, 'lock.changed', '{"silent":true}', now(), now() FROM webhooks, generate_series(1, 300)`
    )
    const other = await add(["lock.changed"])
    expect((await send("POST", `/companies/webhooks/${other.id}/test`)).status).toBe(200)
    await become(other.id, ["sent"])
    await sql((sql) => sql`UPDATE webhooks SET is_active = false`)
    await landed()
    const [{ tried = 0 } = {}] = await sql(
      (sql) => sql<{ tried: number }>`SELECT sum(attempts)::int AS tried FROM webhook_deliveries`
    )
    // The silent endpoints only used their share, so most of their messages haven't been tried.
    expect(tried).toBeLessThan(200)
    // None of the messages in flight only waited for a connection until its time was over.
    expect(receiver.received.length).toBeGreaterThan(tried * 0.75)
  })

  it("refuse tests and earlier messages while paused, until resumed", async () => {
    const { id } = await add(["lock.changed"])
    const test = () => send("POST", `/companies/webhooks/${id}/test`)
    const { deliveryID } = (await test()).data as Message
    await become(id, ["sent"])
    await send("PUT", `/companies/webhooks/${id}`, { isActive: false })
    const again = () => send("POST", `/companies/webhook-deliveries/${deliveryID}/replay`)
    for (const refused of [await test(), await again()]) {
      expect(refused).toMatchObject({
        status: 409,
        code: "WebhookPaused",
        data: { id, stopped: null }
      })
    }
    await become(id, ["sent"])
    await send("PUT", `/companies/webhooks/${id}`, { isActive: true })
    expect([await test(), await again()]).toMatchObject([{ status: 200 }, { status: 200 }])
    await become(id, ["sent", "sent"])
  })

  it("stop when the endpoint returns 410, and resume with later events when it is activated again", async () => {
    receiver.answers(() => 410)
    const { id } = await add(["lock.changed"])
    // The first notice can't be stored, as if the server stopped then; stopping is repeated with it.
    await sql((sql) => sql`CREATE SEQUENCE tries`)
    await sql((sql) => sql`ALTER TABLE notices ADD CONSTRAINT later CHECK (nextval('tries') > 1) NOT VALID`)
    await change("E-1")
    await become(id, ["failed"])
    const list = async () => ((await send("GET", "/companies/webhooks")).data as ReadonlyArray<object>)[0]
    await eventually(list).toMatchObject({ isActive: false, stopped: "gone" })
    const told = { message: expect.stringContaining(`${receiver.url} was stopped`), path: "/integrations/webhooks" }
    await eventually(() => inbox(Role.id.Owner)).toMatchObject([told])
    expect([await inbox(Role.id.Admin), await inbox(Role.id.CallCenterAgent)]).toMatchObject([[told], []])
    await sql((sql) => sql`ALTER TABLE notices DROP CONSTRAINT later`)
    await change("E-2")
    expect(await send("POST", `/companies/webhooks/${id}/test`)).toMatchObject({
      code: "WebhookPaused",
      error: expect.stringContaining("returned 410 Gone")
    })
    receiver.answers(() => 200)
    expect(await send("PUT", `/companies/webhooks/${id}`, { isActive: true })).toMatchObject({
      status: 200,
      data: { isActive: true, stopped: null }
    })
    await change("E-3")
    await came(2)
    await quiet()
    expect(bodies().map(({ data }) => data["unit"])).toEqual(["E-1", "E-3"])
  })

  it("are signed with both secrets for a day after a rotation", async () => {
    const first = await add([all[0] ?? ""])
    const second = (await send("POST", `/companies/webhooks/${first.id}/rotate`)).data as Made
    const test = () => send("POST", `/companies/webhooks/${first.id}/test`)
    expect(await test()).toMatchObject({ status: 200, data: { type: "webhook.test", state: "waiting" } })
    await came(1)
    const verified = (secret: string, nth: number) => {
      const { body, headers } = receiver.received[nth] ?? expect.unreachable()
      // The standard's receiver looks at the real time.
      return new Receiver(secret).sign(
        headers["webhook-id"] ?? "",
        new Date(Number(headers["webhook-timestamp"]) * 1000),
        body
      )
    }
    const signatures = (nth: number) => receiver.received[nth]?.headers["webhook-signature"]?.split(" ")
    expect(signatures(0)).toEqual([verified(second.secret, 0), verified(first.secret, 0)])
    clock.advance(24 * hour)
    await test()
    await came(2)
    expect(signatures(1)).toEqual([verified(second.secret, 1)])
  })

  it.each([
    [{ url: "nowhere" }, "url"],
    [{ url: "ftp://hooks.example.com" }, "url"],
    [{ url: "http://hooks.example.com" }, "url"],
    [{ url: "https://hooks.example.com:8443" }, "url"],
    [{ url: "https://10.0.0.1/hook" }, "url"],
    [{ url: "https://[::1]/hook" }, "url"],
    [{ url: "https://localhost/a" }, "url"],
    [{ url: "https://hooks.LocalHost./a" }, "url"],
    [{ url: "https://169.254.169.254/latest" }, "url"],
    [{ url: "https://hooks.example.com/a b" }, "url"],
    [{ url: "https://hooks.example.com/a\tb" }, "url"],
    [{ url: "https://me:secret@hooks.example.com" }, "url"],
    [{ events: [] }, "events"]
  ])("refuse %j", async (facts, path) => {
    const form = { url: "https://hooks.example.com/a", events: ["lock.changed"], ...facts }
    expect(await send("POST", "/companies/webhooks", form)).toMatchObject({
      status: 422,
      code: "WebhookRefused",
      data: { issues: [{ path }] }
    })
  })

  it("may use a local name that the settings allow, but not one that only ends like it", async () => {
    const status = async (url: string) => {
      const { status, data } = await send("POST", "/companies/webhooks", { url, events: ["job.done"] })
      if (status === 200) await send("DELETE", `/companies/webhooks/${(data as Made).id}`)
      return status
    }
    expect(await status(`http://localhost:${allowedPort}/a`)).toBe(200)
    expect(await status("https://localhost/a")).toBe(422)
    expect(await status("https://notlocalhost.example.com/a")).toBe(200)
    expect(await status("https://mylocalhost/a")).toBe(200)
  })

  it("are edited by one of two at a time: the second edit of a version is refused", async () => {
    const { id } = await add(["lock.changed"])
    const edit = (facts: object) => send("PUT", `/companies/webhooks/${id}`, facts)
    expect(await edit({ events: ["job.done"], version: 1 })).toMatchObject({
      status: 200,
      data: { events: ["job.done"], version: 2 },
      before: { events: ["lock.changed"], version: 1 }
    })
    expect(await edit({ isActive: false, version: 1 })).toMatchObject({
      status: 409,
      code: "WebhookChangedMeanwhile",
      data: { version: 2 }
    })
    expect((await send("GET", "/companies/webhooks")).data).toMatchObject([{ isActive: true, events: ["job.done"] }])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => edit({ url: `${receiver.url}?n=${nth}`, version: 2 }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await edit({ isActive: false })).toMatchObject({ status: 200, data: { version: 4 } })
    expect(await edit({ isActive: false, version: 4 })).toMatchObject({ unchanged: true })
  })

  it("belong to one company, and are hidden from users restricted to some facilities", async () => {
    const { id } = await add()
    const other = await server.enter("other", Role.id.Owner)
    for (const [method, path] of [
      ["PUT", `/companies/webhooks/${id}`],
      ["DELETE", `/companies/webhooks/${id}`],
      ["POST", `/companies/webhooks/${id}/rotate`],
      ["POST", `/companies/webhooks/${id}/test`],
      ["GET", `/companies/webhooks/${id}/deliveries`]
    ] as const) {
      const answer = await send(method, path, method === "PUT" ? {} : undefined, other)
      expect([path, answer.status, answer.code]).toEqual([path, 404, "WebhookNotFound"])
    }
    await sql(
      (sql) => sql`
        UPDATE users SET facility_ids = ${[at.maple]}::int[] WHERE user_id = ${userIn(users, Role.id.Admin)}`
    )
    const confined = await server.enter("acme", Role.id.Admin)
    const refused = { status: 403, code: "WebhooksForAllFacilities" }
    expect(await send("GET", "/companies/webhooks", undefined, confined)).toMatchObject(refused)
    const removed = { status: 200, success: true, data: null }
    for (const expected of [removed, { ...removed, unchanged: true }])
      expect(await send("DELETE", `/companies/webhooks/${id}`)).toEqual(expected)
    const { data } = await server.call(owner, (api) => api.audit.list({ query: { subject: `webhook:${id}` } }))
    expect(data.map(({ action }) => action)).toEqual(["webhooks.remove", "webhooks.create"])
    expect(await send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
  })
})
