import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId, type UserId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const [disabled, sms, email] = [0, 1, 2] as const
const { Owner, Admin, Personnel, CallCenterAgent, RestrictedPersonnel, Vendor } = Role.id

describe.each(usualHomes)("the notification list of a facility, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let users: ReadonlyMap<RoleId, UserId> = new Map()
  const at = { maple: FacilityId.make(1), oak: FacilityId.make(1) }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { companyID, users: made } = yield* makeCompany("acme")
        users = made
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        const lock = (serial: string, facilityID: FacilityId, unit: string) =>
          makeLock({ companyID, facilityID, serial, code: "9142", status: 1004, unit })
        yield* lock("10000001", at.maple, "B-1")
        yield* lock("10000002", at.oak, "C-1")
        yield* sql`UPDATE users SET is_active = false WHERE user_id = ${userIn(made, Vendor)}`
        yield* sql`
          UPDATE users SET facility_ids = ${[at.oak]}::int[] WHERE user_id = ${userIn(made, RestrictedPersonnel)}`
        yield* sql`UPDATE companies SET time_zone = 'America/Denver' WHERE company_id = ${companyID}`
      })
    )
    owner = await server.enter("acme", Owner)
  })
  afterAll(() => server.close())

  const reveal = async (serialCode: string, reason = "Tenant requested code") => {
    const body = { serialCode, reason }
    expect(
      await server.fetch("/api/locks/reveal-unlock-code", {
        method: "POST",
        token: await server.enter("acme", CallCenterAgent),
        body
      })
    ).toMatchObject({ status: reason === "" ? 422 : 200 })
  }
  const mails = async () => (await server.call(owner, (api) => api.outbox.list({ query: {} }))).data

  it("gets an email about each reveal there, without the combination", async () => {
    const entries: ReadonlyArray<readonly [RoleId, 0 | 1 | 2]> = [
      [Owner, email],
      [Admin, email],
      [Personnel, disabled],
      [CallCenterAgent, sms],
      [RestrictedPersonnel, email],
      [Vendor, email]
    ]
    const edited = await server.fetch("/api/facilities/update", {
      method: "PUT",
      token: owner,
      body: {
        facilityID: at.maple,
        phoneNumber: "5550100200",
        userReportNotifications: entries.map(([role, notificationPreference]) => ({
          userId: userIn(users, role),
          notificationType: 1,
          notificationPreference
        }))
      }
    })
    expect(edited.status).toBe(200)

    await reveal("10000002")
    await reveal("10000001", "")
    await reveal("10000001")
    await expect.poll(async () => (await mails()).length, { timeout: 20_000, interval: 10 }).toBe(2)
    const sent = await mails()
    expect(sent.map(({ to }) => to).toSorted()).toEqual([emailOf("acme", Admin), emailOf("acme", Owner)].toSorted())
    for (const { subject, body } of sent) {
      expect(subject).toBe("Combination of lock 10000001 revealed at Maple St")
      expect(body?.split("\n")).toEqual([
        "Call Center Agent acme revealed the combination of lock 10000001 at Maple St.",
        "",
        "Unit: B-1",
        expect.stringMatching(/^Time: \d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M \(America\/Denver\)$/),
        "Reason: Tenant requested code",
        "",
        "You get this message because you are on the notification list of Maple St."
      ])
    }
  })

  it("gets nothing while the plan has no such list, because nobody could take them off it", async () => {
    const suspend = (suspended: boolean) => server.sql((sql) => sql`UPDATE companies SET suspended = ${suspended}`)
    await suspend(true)
    await reveal("10000001", "Remove Overlock")
    await suspend(false)
    await reveal("10000001", "Vacant unit")
    await expect.poll(async () => (await mails()).length, { timeout: 20_000, interval: 10 }).toBe(4)
    expect((await mails()).filter(({ body }) => body?.includes("Remove Overlock"))).toEqual([])
  })
})
