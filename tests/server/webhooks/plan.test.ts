import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { laterIds, makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { openReceiver } from "./receiver.ts"

const names = ["acme", "other"] as const

describe.each(usualHomes)("webhooks of a company without an active subscription, on $name", (home) => {
  let server: TestServer
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let keeper = ""
  const ids = laterIds(CompanyId, "acme", "other")
  const owners: Record<string, string> = {}
  const locks: Record<string, number> = {}
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("office")
        for (const [nth, name] of names.entries()) {
          const { companyID } = yield* makeCompany(name)
          ids[name] = companyID
          const facilityID = yield* makeFacility(companyID, "Maple St")
          locks[name] = yield* makeLock({
            companyID,
            facilityID,
            serial: `1000000${nth}`,
            code: "9142",
            status: 1001
          })
        }
      }),
      {
        fms: { privateHosts: [`127.0.0.1:${receiver.port}`] },
        webhooks: { every: 20, firstWait: 1, longestWait: 1, attempts: 1_000_000 }
      }
    )
    keeper = await server.enter("office", Role.id.SiteAdmin)
    for (const name of names) owners[name] = await server.enter(name, Role.id.Owner, { client: "terminal" })
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })

  const send = (name: string, method: string, path: string, body?: unknown) =>
    server.fetch(`/api${path}`, { method, token: owners[name] ?? "", body })
  const change = (name: string, unit: string) =>
    send(name, "PUT", "/locks/update-lock", { lockID: locks[name], secondaryLockStatus: 1006, unitNumber: unit })
  const suspend = (subscriptionSuspended: boolean) =>
    server.call(keeper, (api) =>
      api.companies.update({ params: { id: ids.acme }, query: {}, payload: { subscriptionSuspended } })
    )
  const units = (name: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { data: { lockID: number; unit: string } })
      .filter(({ data }) => data.lockID === locks[name])
      .map(({ data }) => data.unit)
  const eventually = <A>(read: () => A) => expect.poll(read, { timeout: 20_000, interval: 10 })

  it("send nothing, and later neither what happened meanwhile nor anything twice", async () => {
    for (const name of names) {
      const added = await send(name, "POST", "/companies/webhooks", { url: receiver.url, events: ["lock.changed"] })
      expect(added.status).toBe(200)
    }
    // Refused until the subscription is suspended: a message of that time waits, too.
    receiver.answers((_, body) => (body.includes("A-1") ? 500 : 204))
    await change("acme", "A-1")
    await eventually(() => units("acme").length).toBeGreaterThan(0)

    await suspend(true)
    expect((await send("acme", "GET", "/companies/webhooks")).status).toBe(403)
    await change("acme", "A-2")
    // The other company's messages show that the server keeps sending.
    const others = async (...wanted: ReadonlyArray<string>) => {
      for (const unit of wanted) {
        await change("other", unit)
        await eventually(() => units("other").at(-1)).toBe(unit)
      }
    }
    await others("B-1", "B-2")
    const before = units("acme").length
    await others("B-3", "B-4", "B-5")
    expect(units("acme")).toHaveLength(before)
    expect(units("acme")).not.toContain("A-2")

    receiver.answers(() => 204)
    await suspend(false)
    await eventually(() => units("acme").length).toBe(before + 1)
    await change("acme", "A-3")
    await eventually(() => units("acme").at(-1)).toBe("A-3")
    expect(units("acme").slice(before)).toEqual(["A-1", "A-3"])
  })
})
