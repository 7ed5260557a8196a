import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { openReceiver } from "./receiver.ts"

describe.each(usualHomes)("webhooks and facilities that are excluded from the API, on $name", (home) => {
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let owner = ""
  const at = { maple: FacilityId.make(1), oak: FacilityId.make(1), moving: LockId.make(1), hidden: LockId.make(1) }
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        yield* makeLock({ companyID, facilityID: at.maple, serial: "10000001", code: "9142", status: 1001 })
        at.moving = yield* makeLock({ companyID, facilityID: at.maple, serial: "10000002", code: "9142", status: 1001 })
        at.hidden = yield* makeLock({ companyID, facilityID: at.oak, serial: "10000003", code: "9142", status: 1001 })
      }),
      {
        fms: { privateHosts: [`127.0.0.1:${receiver.port}`] },
        webhooks: { every: 20, firstWait: 1, longestWait: 1, attempts: 1e6 }
      }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })

  const send = (path: string, body?: unknown) =>
    server.fetch(`/api/companies${path}`, { method: "POST", token: owner, body })
  const include = (facilityID: FacilityId, state: "include" | "exclude") =>
    send(`/toggle-exclude-facility?facilityID=${facilityID}&state=${state}`)
  /** Adds the only webhook there is. */
  const listen = async (events: ReadonlyArray<string>) => {
    await server.sql((sql) => sql`DELETE FROM webhooks`)
    receiver.received.length = 0
    receiver.answers(() => 204)
    const { json } = await send("/webhooks", { url: receiver.url, events })
    return (json as { readonly data: { readonly id: number } }).data.id
  }
  const change = (lockID: LockId, facts: object) =>
    server.fetch("/api/locks/update-lock", { method: "PUT", token: owner, body: { lockID, ...facts } })
  const messages = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
  const eventually = <A>(read: () => A) => expect.poll(read, { timeout: 20_000, interval: 10 })

  it("tell that a lock has left for one, but not where it is; and that one has come, but not from where", async () => {
    await include(at.oak, "exclude")
    await listen(["lock.changed"])
    await change(at.hidden, { color: -256 })
    await change(at.moving, { facilityID: at.oak })
    await change(at.moving, { color: -256 })
    await change(at.moving, { facilityID: at.maple })
    await eventually(() => receiver.received.length).toBe(2)
    const seqOf = (data: Record<string, unknown>) => Number(data["auditSeq"])
    const [left, came] = messages().toSorted((one, other) => seqOf(one.data) - seqOf(other.data))
    const facts = { action: "locks.transfer", lockID: at.moving, serialCode: "10000002" }
    expect(left?.data).toMatchObject({ ...facts, fromFacilityID: at.maple })
    expect(came?.data).toMatchObject({ ...facts, facilityID: at.maple, color: -256 })
    for (const field of ["facilityID", "status", "color"]) expect(left?.data).not.toHaveProperty(field)
    for (const field of ["fromFacilityID", "fromStatus", "fromColor"]) expect(came?.data).not.toHaveProperty(field)
  })

  it("don't get messages that waited when the facility was excluded, nor if they are sent again", async () => {
    await include(at.oak, "include")
    const id = await listen(["lock.changed", "lock.revealed", "facility.changed"])
    receiver.answers(() => 500)
    await change(at.hidden, { color: -16744448 })
    await server.fetch("/api/locks/reveal-unlock-code", {
      method: "POST",
      token: owner,
      body: { serialCode: "10000003", reason: "Remove Overlock" }
    })
    await eventually(() => new Set(messages().map(({ type }) => type)).size).toBe(2)
    await include(at.oak, "exclude")
    const log = async () => {
      const { json } = await server.fetch(`/api/companies/webhooks/${id}/deliveries`, { token: owner })
      return (
        json as { data: ReadonlyArray<{ deliveryID: number; type: string; state: string; failure: string | null }> }
      ).data
    }
    const reason = "Not sent, because its facility is excluded from the API."
    const states = async () =>
      (await log()).map(({ type, state, failure }) => [type, state, state === "failed" ? failure : ""])
    const excluded = [
      ["lock.revealed", "failed", reason],
      ["lock.changed", "failed", reason]
    ]
    await eventually(states).toEqual([["facility.changed", "waiting", ""], ...excluded])
    receiver.answers(() => 204)
    await eventually(states).toEqual([["facility.changed", "sent", ""], ...excluded])
    receiver.received.length = 0
    for (const { deliveryID } of await log()) await send(`/webhook-deliveries/${deliveryID}/replay`)
    await eventually(states).toEqual([["facility.changed", "sent", ""], ...excluded])
    expect(messages().map(({ type }) => type)).toEqual(["facility.changed"])
  })

  it("report the end of a job only if its facility is included", async () => {
    const transfer = async (fingerprint: string, facilityID: FacilityId) => {
      const payload = { source: "box", fingerprint, facilityID }
      const { data: job } = await server.call(owner, (api) => api.jobs.transfer({ query: {}, payload }))
      const request = { params: { id: job.jobID }, query: {} }
      const rows = [{ row: 1, serialCode: "10000001" }]
      await server.call(owner, (api) => api.jobs.addRows({ ...request, payload: { rows } }))
      await server.call(owner, (api) => api.jobs.apply(request))
      return job.jobID
    }
    await listen(["job.done"])
    await include(at.oak, "exclude")

    await transfer("a-job-to-the-excluded-facility", at.oak)
    const jobID = await transfer("a-job-to-the-included-facility", at.maple)
    await eventually(() => receiver.received.length).toBeGreaterThan(0)
    expect(messages()).toMatchObject([{ type: "job.done", data: { jobID, facilityID: at.maple, applied: 1 } }])
  })
})
