import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { type CompanyId, FacilityId, type UserId } from "#core/base/ids.ts"
import type { UserEdit } from "#core/team/UserForm.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { postgres } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { listen } from "../hub/hubHarness.ts"
import { PostOffice } from "./PostOffice.ts"

describe("a message that can't be delivered", () => {
  let server: TestServer
  let post: PostOffice
  let admin = ""
  let facilityID = FacilityId.make(1)
  let added = 0
  const times = { every: 20, firstWait: 40, longestWait: 40, attempts: 3 }
  beforeAll(async () => {
    post = await PostOffice.open()
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        facilityID = yield* makeFacility(companyID, "Maple St")
      }),
      { smtp: { url: Redacted.make(`smtp://127.0.0.1:${post.port}`), from: "desk@lockdesk.example", times } }
    )
    admin = await server.enter("acme", Role.id.Admin)
  })
  afterAll(async () => {
    await server.close()
    await post.close()
  })
  beforeEach(async () => {
    post.manner = "refuse"
    await server.sql((sql) => sql`DELETE FROM notices`)
    await server.sql((sql) => sql`DELETE FROM outbox`)
  })

  const add = async () => {
    const person = { firstName: "Al", lastName: "Ash", email: `al${added++}@acme.example.com`, roleID: Role.id.Vendor }
    const payload = { ...person, isActive: true }
    return (await server.call(admin, (api) => api.users.add({ query: {}, payload }))).data
  }
  const invite = (userID: UserId) => server.call(admin, (api) => api.users.invite({ query: {}, payload: { userID } }))
  const inbox = async (token = admin) => (await server.call(token, (api) => api.notices.list({ query: {} }))).data
  const states = async () =>
    (await server.sql((sql) => sql<{ state: string }>`SELECT state FROM outbox ORDER BY mail_id`)).map(
      ({ state }) => state
    )
  const failureOf = async (userID: UserId) =>
    (await server.call(admin, (api) => api.users.list({ query: {} }))).data.find((each) => each.userID === userID)
      ?.inviteFailure

  it("as an invitation, is reported once and live to the person who invited, and in the list of users", async () => {
    const hub = new HubConnectionBuilder()
      .withUrl(`${server.address}/api/hub`, { accessTokenFactory: () => admin })
      .configureLogging(LogLevel.None)
      .build()
    await hub.start()
    await hub.invoke("joinCompanyGroup", admin)
    const warnings = listen(hub, "notifyWarning")
    const changes = listen(hub, "updateUser")
    const { userID, email } = await add()
    const message = `Your email to ${email} wasn't delivered: 550 No such user here.`
    await expect.poll(() => warnings).toEqual([[expect.objectContaining({ message, path: `/team/users/${userID}` })]])
    // The first is about the new user, the second about the email.
    await expect.poll(() => changes.length).toBe(2)
    await hub.stop()
    expect(await inbox()).toMatchObject([
      { kind: "warning", message, next: `Check the address, then send "acme invites you to Lockdesk" again.` }
    ])
    expect(await inbox(await server.enter("acme", Role.id.Owner))).toEqual([])
    expect(await failureOf(userID)).toBe("550 No such user here")

    post.manner = "take"
    await invite(userID)
    await expect.poll(states).toEqual(["failed", "sent"])
    expect(await failureOf(userID)).toBeNull()
    expect(await inbox()).toHaveLength(1)
  })

  it("after the last retry, is reported; one that is retried is not, or one that was sent again", async () => {
    post.manner = "busy"
    const { userID, email } = await add()
    await invite(userID)
    await expect.poll(states).toEqual(["failed", "failed"])
    const message = `Your email to ${email} wasn't delivered: 451 Come back later.`
    await expect.poll(() => inbox()).toMatchObject([{ message }])
  })

  it("as the offer of a facility or the confirmation of a new email, is reported to its sender", async () => {
    const email = "new@elsewhere.example.com"
    await server.call(admin, (api) => api.transfers.initiate({ query: {}, payload: { facilityID, email } }))
    const path = `/facilities/${facilityID}`
    await expect
      .poll(() => inbox())
      .toMatchObject([{ message: expect.stringContaining(`Your email to ${email}`), path }])
    await server.call(admin, (api) => api.account.updateEmail({ payload: { email, confirmEmail: email } }))
    await expect
      .poll(() => inbox())
      .toMatchObject([{ next: expect.stringContaining("Confirm your new Lockdesk email") }, { path }])
  })

  it("as the offer of an API key, is reported to the user who created the key, while they may change users", async () => {
    const areas = Object.fromEntries([5, 6].map((area) => [String(area), { accessLevel: 2 as const }]))
    const payload = { name: "Gate", facilityIds: [], allFacilities: true, isActive: true, areas }
    const { data: key } = await server.call(admin, (api) => api.apiKeys.add({ query: {}, payload }))
    const offer = async (email: string) => {
      const body = { facilityID, email }
      const path = "/api/facilities/initiate-facility-transfer"
      const { status } = await server.fetch(path, { method: "POST", token: `Bearer ${key.secret}`, body })
      expect(status).toBe(200)
    }
    await offer("keyed@elsewhere.example.com")
    const message =
      "An email of the API key Gate to keyed@elsewhere.example.com wasn't delivered: 550 No such user here."
    await expect.poll(() => inbox()).toMatchObject([{ message, path: `/facilities/${facilityID}` }])
    const setRole = (roleID: RoleId) =>
      server.sql((sql) => sql`UPDATE users SET role_id = ${roleID} WHERE email = ${emailOf("acme", Role.id.Admin)}`)
    await setRole(Role.id.Vendor)
    await offer("later@elsewhere.example.com")
    const reported = async () =>
      (await server.sql((sql) => sql`SELECT FROM outbox WHERE asked_by IS NOT NULL AND NOT reported`)).length
    await expect.poll(reported).toBe(0)
    expect(await inbox()).toHaveLength(1)
    await setRole(Role.id.Admin)
  })

  it("among others of the same person is reported with them", async () => {
    const { companyID, userID } = insertedRow(
      await server.sql(
        (sql) => sql<{ companyID: CompanyId; userID: UserId }>`
        SELECT company_id AS "companyID", user_id AS "userID" FROM users WHERE email = ${emailOf("acme", Role.id.Admin)}`
      )
    )
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const mailer = yield* Mailer
        yield* sql.withTransaction(
          Effect.forEach([1, 2, 3, 4, 5, 6], (nth) =>
            mailer.send({
              companyID,
              userID,
              body: "Hello",
              to: `bo${nth}@acme.example.com`,
              subject: `invitation ${nth}`,
              asked: { by: userID }
            })
          )
        )
      })
    )
    await expect.poll(() => inbox()).toHaveLength(1)
    const [notice] = await inbox()
    expect(notice?.message).toMatch(/^6 of your emails weren't delivered, to bo\d@.*, bo\d@.*, bo\d@.* and 3 more\.$/)
  })
})

it("an invitation is not sent after its link ended: for another address, a newer invitation, a deactivated user", async () => {
  const post = await PostOffice.open()
  post.manner = "busy"
  const times = { every: 20, firstWait: 20, longestWait: 20, attempts: 10_000 }
  const server = await startTestServer(postgres, makeCompany("acme"), {
    smtp: { url: Redacted.make(`smtp://127.0.0.1:${post.port}`), from: "desk@lockdesk.example", times }
  })
  const admin = await server.enter("acme", Role.id.Admin)
  const add = async (email: string) => {
    const payload = { firstName: "Al", lastName: "Ash", email, roleID: Role.id.Vendor, isActive: true }
    return (await server.call(admin, (api) => api.users.add({ query: {}, payload }))).data.userID
  }
  const edit = (payload: UserEdit) => server.call(admin, (api) => api.users.update({ query: {}, payload }))
  const [moved, again, left] = [await add("old@a.example"), await add("again@a.example"), await add("left@a.example")]
  await edit({ userID: moved, email: "new@a.example" })
  await server.call(admin, (api) => api.users.invite({ query: {}, payload: { userID: again } }))
  await edit({ userID: left, isActive: false })
  const count = async (state: string) =>
    (await server.sql((sql) => sql`SELECT FROM outbox WHERE state = ${state}`)).length
  await expect.poll(() => count("failed")).toBe(3)
  post.manner = "take"
  await expect.poll(() => count("waiting")).toBe(0)
  const invited = post.arrived.filter(({ raw }) => raw.includes("Set your password here")).flatMap(({ to }) => to)
  expect(invited.toSorted()).toEqual(["again@a.example", "new@a.example"])
  expect((await server.call(admin, (api) => api.notices.list({ query: {} }))).data).toEqual([])
  await server.close()
  await post.close()
})
