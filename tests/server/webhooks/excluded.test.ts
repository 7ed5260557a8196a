import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { openReceiver } from "./receiver.ts"

describe.each(usualHomes)("webhooks and facilities that are excluded from the API, on $name", (home) => {
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let owner = ""
  const at = { maple: FacilityId.make(1), oak: FacilityId.make(1) }
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        yield* makeLock({ companyID, facilityID: at.maple, serial: "10000001", code: "9142", status: 1001 })
      }),
      { fms: { privateHosts: [`127.0.0.1:${receiver.port}`] }, webhooks: { every: 20 } }
    )
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
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
    const send = (path: string, body?: unknown) =>
      server.fetch(`/api/companies${path}`, { method: "POST", token: owner, ...(body === undefined ? {} : { body }) })
    await send("/webhooks", { url: receiver.url, events: ["job.done"] })
    await send(`/toggle-exclude-facility?facilityID=${at.oak}`)

    await transfer("a-job-to-the-excluded-facility", at.oak)
    const jobID = await transfer("a-job-to-the-included-facility", at.maple)
    await expect.poll(() => receiver.received.length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0)
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: "job.done", data: { jobID, facilityID: at.maple, applied: 1 } }
    ])
  })
})
