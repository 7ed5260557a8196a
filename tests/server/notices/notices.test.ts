import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, NoticeId, UserId } from "#core/base/ids.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import { Notices } from "#server/notices/Notices.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const { Admin, Owner, Personnel, SuperAdmin, CallCenterAgent } = Role.id
const audience = BroadcastAudience.id

describe.each(usualHomes)("notices, on $name", (home) => {
  let server: TestServer
  const acme = {
    companyID: CompanyId.make(1),
    users: new Map<RoleId, UserId>() as ReadonlyMap<RoleId, UserId>,
    facilityID: FacilityId.make(1)
  }
  const zebra = { companyID: CompanyId.make(1), users: new Map<RoleId, UserId>() as ReadonlyMap<RoleId, UserId> }
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        Object.assign(acme, yield* makeCompany("acme"))
        Object.assign(zebra, yield* makeCompany("zebra"))
        acme.facilityID = yield* makeFacility(acme.companyID, "Maple St")
      })
    )
  })
  afterAll(() => server.close())

  const inbox = async (company: string, role: RoleId, query: { unread?: "true"; client?: "mobile" } = {}) => {
    const token = await server.enter(company, role)
    return (await server.call(token, (api) => api.notices.list({ query }))).data
  }
  const messages = async (...given: Parameters<typeof inbox>) => (await inbox(...given)).map(({ message }) => message)
  const forget = () => server.sql((sql) => sql`DELETE FROM notices`)
  const tell = (roles: ReadonlyArray<RoleId>, message: string) =>
    server.run(
      Effect.flatMap(Notices, (notices) =>
        notices.send(
          roles.flatMap((role) => acme.users.get(role) ?? []),
          { companyID: acme.companyID, kind: "warning", message, path: "/dashboard" }
        )
      )
    )

  it("are in the inbox of the people concerned, newest first, until they are read", async () => {
    await tell([Admin, Owner], "first")
    await tell([Admin], "second")
    expect(await messages("acme", Admin)).toEqual(["second", "first"])
    expect(await messages("acme", Owner)).toEqual(["first"])
    expect(await messages("acme", Personnel)).toEqual([])
    expect(await messages("zebra", Admin)).toEqual([])
    const [second, first] = await inbox("acme", Admin)
    expect(second).toMatchObject({ kind: "warning", companyName: "acme", path: "/dashboard", readOn: null })

    const token = await server.enter("acme", Admin)
    const read = (payload: { upTo?: NoticeId }) =>
      Effect.runPromise(Effect.promise(() => server.call(token, (api) => api.notices.read({ payload }))))
    expect((await read({ upTo: NoticeId.make(first?.noticeID ?? 0) })).data).toEqual({ read: 1 })
    expect(await messages("acme", Admin, { unread: "true" })).toEqual(["second"])
    expect((await read({})).data).toEqual({ read: 1 })
    expect((await read({})).data).toEqual({ read: 0 })
    expect(await messages("acme", Admin, { unread: "true" })).toEqual([])
    expect(await messages("acme", Owner, { unread: "true" })).toEqual(["first"])
  })

  it("inform both sides of a facility transfer, with its link only for the sender", async () => {
    await forget()
    const sender = await server.enter("acme", Owner)
    const email = emailOf("zebra", Admin)
    const { data } = await server.call(sender, (api) =>
      api.transfers.initiate({ query: {}, payload: { facilityID: acme.facilityID, email } })
    )
    expect(data.link).toMatch(/\/Account\/FacilityTransfer\?token=[\w-]{43}$/)
    expect(await messages("zebra", Admin)).toEqual(["acme offers you the facility Maple St."])
    expect(await messages("zebra", Owner)).toEqual([])
    expect(JSON.stringify(await inbox("zebra", Admin))).not.toContain("token")
    const [mail] = (await server.call(sender, (api) => api.outbox.list({ query: { count: 1 } }))).data
    expect(mail?.body).toContain(`[one-time link, shown only to ${email} and Super Admins]`)

    const receiver = await server.enter("zebra", Admin)
    const token = data.link.split("token=")[1] ?? ""
    await server.call(receiver, (api) => api.transfers.accept({ query: {}, payload: { token } }))
    expect(await messages("acme", Owner)).toEqual(["zebra accepted the facility Maple St with its 0 locks."])
  })

  it("inform of a changed password", async () => {
    await forget()
    await server.fetch("/api/auth/forgot-password?resetLink=http%3A%2F%2Flocalhost%2Fsetpassword", {
      method: "PUT",
      body: { email: emailOf("acme", Personnel) }
    })
    const chief = await server.enter("acme", SuperAdmin)
    const body = await expect
      .poll(async () => (await server.call(chief, (api) => api.outbox.list({ query: { count: 1 } }))).data[0]?.subject)
      .toBe("Reset your Lockdesk password")
      .then(async () => (await server.call(chief, (api) => api.outbox.list({ query: { count: 1 } }))).data[0]?.body)
    const [, uid] = /uid=([\w-]+)/.exec(body ?? "") ?? []
    await server.fetch("/api/auth/update-password-with-token", {
      method: "PUT",
      body: { uid, password: "violet-harbor-72" }
    })
    expect(await messages("acme", Personnel)).toEqual(["Your password was changed."])
  })

  it.each([
    ["everybody", { audience: audience.AllUsers }, [true, true, true]],
    ["web users", { audience: audience.WebUsers }, [true, true, true]],
    ["mobile users", { audience: audience.MobileUsers }, [false, false, false]]
  ] as const)("are announced to %s", async (_, request, seen) => {
    await forget()
    const token = await server.enter("acme", SuperAdmin)
    const payload = { ...request, message: "  Maintenance tonight  " }
    const { data } = await server.call(token, (api) => api.notices.broadcast({ payload }))
    expect(data.recipients).toBe(acme.users.size + zebra.users.size)
    const inboxes = await Promise.all([
      messages("acme", CallCenterAgent),
      messages("zebra", Owner),
      messages("acme", SuperAdmin)
    ])
    expect(inboxes.map((each) => each[0] === "Maintenance tonight")).toEqual(seen)
    expect(await messages("zebra", Owner, { client: "mobile" })).toEqual(["Maintenance tonight"])
  })

  it("are announced to one company or one user, with an audit record", async () => {
    await forget()
    const token = await server.enter("acme", SuperAdmin)
    const send = (payload: { audience: 4 | 5; message: string; toCompanyID?: CompanyId; toUserID?: UserId }) =>
      server.call(token, (api) => api.notices.broadcast({ payload }))
    await send({ audience: 4, message: "for zebra", toCompanyID: zebra.companyID })
    const owner = userIn(zebra.users, Owner)
    expect((await send({ audience: 5, message: "for the owner", toUserID: UserId.make(owner) })).data.recipients).toBe(
      1
    )
    expect(await messages("zebra", Owner)).toEqual(["for the owner", "for zebra"])
    expect(await messages("zebra", Admin)).toEqual(["for zebra"])
    expect(await messages("acme", Admin)).toEqual([])
    const { data } = await server.call(token, (api) => api.audit.list({ query: { action: "notices.broadcast" } }))
    expect(JSON.parse(data[0]?.payload ?? "{}")).toMatchObject({ message: "for the owner", toUserID: owner })
  })

  it("refuse an announcement with missing or wrong fields, naming each", async () => {
    const token = await server.enter("acme", SuperAdmin)
    const refused = (payload: { audience: 1 | 4 | 5; message: string; toCompanyID?: CompanyId; toUserID?: UserId }) =>
      server.refused(token, (api) => api.notices.broadcast({ payload }))
    expect(await refused({ audience: 4, message: " \u200b " })).toMatchObject({
      _tag: "BroadcastRefused",
      data: { issues: [{ path: "message" }, { path: "toCompanyID" }] }
    })
    expect(await refused({ audience: 1, message: "x", toCompanyID: CompanyId.make(1) })).toMatchObject({
      data: { issues: [{ path: "toCompanyID" }] }
    })
    expect(await refused({ audience: 5, message: "x".repeat(501), toUserID: UserId.make(1) })).toMatchObject({
      data: { issues: [{ path: "message" }] }
    })
    expect(await refused({ audience: 5, message: "x", toUserID: UserId.make(999_999) })).toMatchObject({
      data: { issues: [{ path: "toUserID", message: "There is no active user 999999." }] }
    })
    expect(await refused({ audience: 4, message: "x", toCompanyID: CompanyId.make(999_999) })).toMatchObject({
      _tag: "CompanyNotFound"
    })
  })

  it.each(Role.rows.filter(({ id }) => id !== SuperAdmin).map(({ id }) => id))(
    "can't be announced by role %i",
    async (role) => {
      const body = { audience: 1, message: "x" }
      const token = await server.enter("acme", role)
      expect((await server.fetch("/api/notices/broadcast", { method: "POST", token, body })).status).toBe(403)
    }
  )
})
