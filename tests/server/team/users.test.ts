import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"
import type { UserEdit } from "#core/team/UserForm.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, laterIds, makeCompany, makeFacility, makeLock, password } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { listen, until } from "../hub/hubHarness.ts"

const day = 24 * 60 * 60 * 1000
const publicAddress = "https://locks.example.com"

describe.each(usualHomes)("team users, on $name", (home) => {
  let server: TestServer
  let owner = ""
  let admin = ""
  let chief = ""
  const at = laterIds(FacilityId, "maple", "oak", "theirs")
  let ids = new Map<RoleId, number>()
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme")
        ids = users
        at.maple = yield* makeFacility(companyID, "Maple St")
        at.oak = yield* makeFacility(companyID, "Oak Ave")
        const lock = { companyID, code: "1234", status: 1001 as const }
        yield* makeLock({ ...lock, facilityID: at.maple, serial: "10000001" })
        yield* makeLock({ ...lock, facilityID: at.oak, serial: "10000002" })
        const other = yield* makeCompany("other")
        at.theirs = yield* makeFacility(other.companyID, "Elm Yard")
      }),
      { publicAddress, clock }
    )
    const terminal = { client: "terminal" } as const
    owner = await server.enter("acme", Role.id.Owner, terminal)
    admin = await server.enter("acme", Role.id.Admin, terminal)
    chief = await server.enter("acme", Role.id.SuperAdmin, terminal)
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const idOf = (role: RoleId) => UserId.make(ids.get(role) ?? 0)
  let next = 0
  const form = (more: object = {}) => ({
    firstName: "Dana",
    lastName: "Reyes",
    email: `dana${(next += 1)}@acme.example.com`,
    roleID: Role.id.Personnel as number,
    isActive: true,
    facilityIDs: [],
    roleName: "",
    userInRole: 0,
    userID: 0,
    ...more
  })
  const add = async (more: object = {}, token = owner) =>
    (await server.call(token, (api) => api.users.add({ query: {}, payload: form(more) }))).data
  const update = (payload: UserEdit, token = owner) =>
    server.call(token, (api) => api.users.update({ query: {}, payload }))
  const refusedUpdate = (payload: UserEdit, token = owner) =>
    server.refused(token, (api) => api.users.update({ query: {}, payload }))
  const refusedAdd = (more: object, token = owner) =>
    server.refused(token, (api) => api.users.add({ query: {}, payload: form(more) }))
  const listed = async (userID: UserId) =>
    (await server.call(owner, (api) => api.users.list({ query: {} }))).data.find((user) => user.userID === userID)
  const mailsTo = async (email: string) =>
    (await server.call(chief, (api) => api.outbox.list({ query: {} }))).data.filter(({ to }) => to === email)
  const linkTo = async (email: string) => {
    const [mail] = await mailsTo(email)
    return new URL(/https:\S+/.exec(mail?.body ?? "")?.[0] ?? expect.unreachable())
  }
  const setPassword = (link: URL) =>
    server.fetch("/api/auth/update-password-with-token", {
      method: "PUT",
      body: { uid: link.searchParams.get("uid"), password }
    })
  const logIn = (email: string) =>
    server.fetch("/api/auth/login", { method: "POST", body: { email, password, client: "terminal" } })
  const tokenOf = async (email: string) => ((await logIn(email)).json as { data: { token: string } }).data.token
  const joined = async (more: object = {}) => {
    const user = await add(more)
    expect((await setPassword(await linkTo(user.email))).status).toBe(200)
    return { user, token: await tokenOf(user.email) }
  }
  const statusOf = async (token: string) => (await server.fetch("/api/auth/user", { token })).status
  const records = async (userID: UserId) =>
    (await server.call(owner, (api) => api.audit.list({ query: { subject: `user:${userID}` } }))).data.map(
      ({ action, payload }) => ({ action, ...(JSON.parse(payload) as object) })
    )

  it("are added with one email, whose link sets their password", async () => {
    const added = await add({ facilityIDs: [at.oak, at.maple, at.oak], facilityAllIDs: false, firstName: "  Da\nna " })
    expect(added).toMatchObject({
      name: "Da na Reyes",
      roleID: Role.id.Personnel,
      roleName: "Personnel",
      status: true,
      facilityIDs: [at.maple, at.oak],
      invited: true,
      lastSeenOn: null,
      userInRole: 0
    })
    expect(await listed(added.userID)).toEqual(added)
    const mails = await mailsTo(added.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe("acme invites you to Lockdesk")
    const link = await linkTo(added.email)
    expect(link.origin + link.pathname).toBe(`${publicAddress}/setpassword`)
    expect((await logIn(added.email)).status).toBe(401)
    expect((await setPassword(link)).status).toBe(200)
    expect((await setPassword(link)).status).toBe(410)
    expect((await logIn(added.email)).status).toBe(200)
    expect(await listed(added.userID)).toMatchObject({ invited: false, lastSeenOn: expect.stringMatching(/^20/) })
    expect(await records(added.userID)).toMatchObject([
      { action: "users.create", email: added.email, role: "Personnel", facilities: `${at.maple} ${at.oak}` }
    ])
  })

  it("say where their invitation is if the server sends no email, but not to whoever is on the team already", async () => {
    const payload = form({ email: "outbox@acme.example.com" })
    const answer = () => server.call(owner, (api) => api.users.add({ query: {}, payload }))
    expect((await answer()).message).toBe(
      "User saved. Invitation for outbox@acme.example.com saved in the outbox. This server sends no email."
    )
    expect((await answer()).message).toBe("User saved")
  })

  it("can be invited again, only with the newest link, for seven days", async () => {
    const user = await add()
    const first = await linkTo(user.email)
    const invite = () => server.call(owner, (api) => api.users.invite({ query: {}, payload: { userID: user.userID } }))
    expect((await invite()).message).toBe(
      `Invitation for ${user.email} saved in the outbox. This server sends no email.`
    )
    const second = await linkTo(user.email)
    expect((await setPassword(first)).status).toBe(410)
    clock.advance(7 * day + 1)
    expect((await setPassword(second)).status).toBe(410)
    await invite()
    clock.advance(7 * day - 60_000)
    expect((await setPassword(await linkTo(user.email))).status).toBe(200)
    const refused = await server.refused(owner, (api) =>
      api.users.invite({ query: {}, payload: { userID: user.userID } })
    )
    expect(refused).toMatchObject({ _tag: "InvitationRefused", data: { why: "joined" } })
  })

  it("get links only to the set-password page of this server", async () => {
    for (const resetLink of ["https://evil.example/setpassword", `${publicAddress}/elsewhere`, "x"]) {
      const answer = await server.fetch(`/api/users/add-user?resetLink=${encodeURIComponent(resetLink)}`, {
        method: "POST",
        token: owner,
        body: form()
      })
      expect([resetLink, answer.status, answer.json]).toMatchObject([
        resetLink,
        400,
        { data: { issues: [{ path: "resetLink" }] } }
      ])
    }
  })

  it("need an email that no user of any company has, ignoring case", async () => {
    const theirs = emailOf("other", Role.id.Owner).toUpperCase()
    expect(await refusedAdd({ email: theirs })).toMatchObject({ _tag: "EmailInUse", error: "Email already in use." })
    const user = await add()
    const refused = await refusedUpdate({ userID: user.userID, email: theirs })
    expect(refused).toMatchObject({ _tag: "EmailInUse" })
    expect(refused).not.toHaveProperty("data.userID")
    const teammate = await add()
    expect(await refusedUpdate({ userID: user.userID, email: teammate.email.toUpperCase() })).toMatchObject({
      _tag: "EmailInUse",
      data: { userID: teammate.userID }
    })
    // A user may write their own email in other letter case.
    await server.call(owner, (api) =>
      api.users.update({ query: {}, payload: { userID: user.userID, email: user.email.toUpperCase() } })
    )
    const unique = async (email: string) =>
      (await server.call(owner, (api) => api.users.uniqueEmail({ query: { email } }))).data.unique
    expect([await unique(theirs), await unique("nobody@example.com")]).toEqual([false, true])
  })

  it("are refused with every invalid field named", async () => {
    const wrong = { firstName: "", lastName: " ", email: "x", roleID: 8, facilityAllIDs: false }
    expect(await refusedAdd(wrong)).toMatchObject({
      _tag: "UserRefused",
      data: { issues: ["firstName", "lastName", "email", "roleID", "facilityIDs"].map((path) => ({ path })) }
    })
    const facilities = { _tag: "UserRefused", data: { issues: [{ path: "facilityIDs" }] } }
    expect(await refusedAdd({ facilityIDs: [at.theirs] })).toMatchObject(facilities)
    const { userID } = await add()
    expect(await refusedUpdate({ userID, facilityIDs: [], facilityAllIDs: false })).toMatchObject(facilities)
  })

  it("become Owners and Admins only through permitted users, and can't be edited by others", async () => {
    for (const roleID of [Role.id.Owner, Role.id.Admin, Role.id.SuperAdmin, Role.id.SiteAdmin]) {
      expect([roleID, await refusedAdd({ roleID }, admin)]).toMatchObject([roleID, { _tag: "UserRoleRefused" }])
    }
    expect(await refusedAdd({ roleID: Role.id.SuperAdmin })).toMatchObject({ _tag: "UserRoleRefused" })
    const user = await add({}, admin)
    expect(await refusedUpdate({ userID: user.userID, roleID: Role.id.Owner }, admin)).toMatchObject({
      _tag: "UserRoleRefused"
    })
    const second = await add({ roleID: Role.id.Admin })
    expect(await refusedUpdate({ userID: second.userID, lastName: "Ito" }, admin)).toMatchObject({
      _tag: "UserRoleRefused",
      data: { roleID: Role.id.Admin }
    })
    expect((await listed(second.userID))?.lastName).toBe("Reyes")
    const offered = async (token: string) =>
      (await server.call(token, (api) => api.users.roles({ query: {} }))).data.map(({ id }) => id)
    expect([await offered(admin), await offered(owner)]).toEqual([
      [5, 7, 9, 11],
      [4, 5, 7, 9, 10, 11]
    ])
  })

  it("can't change their own role, facilities or status", async () => {
    const own = { userID: idOf(Role.id.Owner) }
    for (const change of [{ roleID: Role.id.Admin }, { isActive: false }, { facilityIDs: [at.maple] }]) {
      expect([change, await refusedUpdate({ ...own, ...change })]).toMatchObject([change, { _tag: "OwnUserRefused" }])
    }
  })

  it("always include an active Owner, even if two leave at once", async () => {
    const second = await add({ roleID: Role.id.Owner })
    const leave = (userID: UserId) => update({ userID, roleID: Role.id.Admin }, chief)
    const outcomes = await Promise.allSettled([leave(second.userID), leave(UserId.make(idOf(Role.id.Owner)))])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    const [owners] = await sql(
      (sql) => sql<{ n: number; id: number }>`
        SELECT count(*)::int AS n, min(user_id) AS id FROM users JOIN companies c USING (company_id)
        WHERE c.name = 'acme' AND role_id = ${Role.id.Owner} AND is_active`
    )
    expect(owners?.n).toBe(1)
    expect(await refusedUpdate({ userID: UserId.make(owners?.id ?? 0), isActive: false }, chief)).toMatchObject({
      _tag: "LastOwner"
    })
    await update({ userID: UserId.make(idOf(Role.id.Owner)), roleID: Role.id.Owner }, chief)
    owner = await server.enter("acme", Role.id.Owner, { client: "terminal" })
  })

  it("report the first of two admins' changes to the second, and lose nothing", async () => {
    const user = await add()
    const { version } = user
    const first = await update({ userID: user.userID, version, lastName: "Ito" })
    expect(first.data.version).toBe(version + 1)
    expect(await refusedUpdate({ userID: user.userID, version, firstName: "Sam" })).toMatchObject({
      _tag: "UserChangedMeanwhile",
      data: { version: version + 1 }
    })
    const unchanged = await update({ userID: user.userID, version: version + 1, lastName: "Ito" })
    expect([unchanged.unchanged, unchanged.data]).toEqual([true, first.data])
    expect(await records(user.userID)).toMatchObject([
      { action: "users.update", lastName: "Ito", fromLastName: "Reyes" },
      { action: "users.create" }
    ])
  })

  it("are signed out immediately when deactivated, including the hub, and their links end", async () => {
    const { user, token } = await joined()
    const hub = new HubConnectionBuilder()
      .withUrl(`${server.address}/api/hub`, { accessTokenFactory: () => token })
      .configureLogging(LogLevel.None)
      .build()
    let closed = false
    hub.onclose(() => {
      closed = true
    })
    await hub.start()
    await hub.invoke("joinCompanyGroup", token)
    const heard = listen(hub, "updateUser")
    expect(await statusOf(token)).toBe(200)
    await update({ userID: user.userID, isActive: false })
    expect(await statusOf(token)).toBe(401)
    await until("the hub to close", () => closed)
    expect(heard.length).toBeLessThanOrEqual(1)
    expect((await logIn(user.email)).status).toBe(401)
    const invited = await add()
    const link = await linkTo(invited.email)
    await update({ userID: invited.userID, isActive: false })
    expect((await setPassword(link)).status).toBe(410)
    const withdrawn = "acme withdrew its invitation to Lockdesk"
    expect((await mailsTo(invited.email)).map(({ subject }) => subject)).toEqual([
      withdrawn,
      "acme invites you to Lockdesk"
    ])
    // Someone with a password had no open invitation.
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).not.toContain(withdrawn)
    await update({ userID: invited.userID, isActive: true })
    expect((await setPassword(await linkTo(invited.email))).status).toBe(200)
  })

  it("are signed out by a change of role, and lose access to other facilities immediately", async () => {
    const { user, token } = await joined({ roleID: Role.id.CallCenterAgent })
    const seen = async () =>
      (await server.call(token, (api) => api.locks.search({ query: {} }))).data.map(({ serialCode }) => serialCode)
    expect(await seen()).toHaveLength(2)
    await update({ userID: user.userID, facilityIDs: [at.maple], facilityAllIDs: false })
    expect(await seen()).toEqual(["10000001"])
    expect((await server.call(token, (api) => api.facilities.list({ query: {} }))).data).toHaveLength(1)
    await update({ userID: user.userID, facilityAllIDs: true })
    expect(await seen()).toHaveLength(2)
    await update({ userID: user.userID, roleID: Role.id.Personnel })
    expect(await statusOf(token)).toBe(401)
  })

  it("restricted to some facilities can assign only those, to users of those", async () => {
    await sql(
      (sql) => sql`UPDATE users SET facility_ids = ARRAY[${at.maple}]::int[] WHERE user_id = ${idOf(Role.id.Admin)}`
    )
    const confined = await server.enter("acme", Role.id.Admin, { client: "terminal" })
    for (const facilityIDs of [[], [at.oak], [at.maple, at.oak]]) {
      expect([facilityIDs, await refusedAdd({ facilityIDs }, confined)]).toMatchObject([
        facilityIDs,
        { _tag: "UserRefused", data: { issues: [{ path: "facilityIDs" }] } }
      ])
    }
    const mine = await add({ facilityIDs: [at.maple] }, confined)
    expect((await update({ userID: mine.userID, lastName: "Ito" }, confined)).data.lastName).toBe("Ito")
    const others = await add({ facilityIDs: [at.oak] })
    expect(await refusedUpdate({ userID: others.userID, facilityIDs: [at.maple] }, confined)).toMatchObject({
      _tag: "UserElsewhere"
    })
    await sql((sql) => sql`UPDATE users SET facility_ids = '{}' WHERE user_id = ${idOf(Role.id.Admin)}`)
  })

  it("are notified of a new email at the old one, and their links sent to the old one end", async () => {
    const { user } = await joined()
    const email = `moved${(next += 1)}@acme.example.com`
    await update({ userID: user.userID, email })
    expect((await mailsTo(user.email))[0]).toMatchObject({ subject: "Your Lockdesk email was changed" })
    expect((await logIn(email)).status).toBe(200)
    const invited = await add()
    const link = await linkTo(invited.email)
    const moved = `moved${(next += 1)}@acme.example.com`
    await update({ userID: invited.userID, email: moved })
    expect((await setPassword(link)).status).toBe(410)
    expect((await mailsTo(invited.email))[0]?.subject).toBe("acme withdrew its invitation to Lockdesk")
    expect((await setPassword(await linkTo(moved))).status).toBe(200)
  })

  it("of another company can't be accessed, even by naming that company", async () => {
    const [theirs] = await sql(
      (sql) => sql<{ id: UserId }>`SELECT user_id AS id FROM users WHERE email = ${emailOf("other", Role.id.Vendor)}`
    )
    const [company] = await sql(
      (sql) => sql<{ id: CompanyId }>`SELECT company_id AS id FROM companies WHERE name = 'other'`
    )
    const body = { userID: theirs?.id, lastName: "Taken", companyId: company?.id }
    for (const path of ["/users/update-user", `/users/update-user?companyID=${company?.id}`]) {
      const answer = await server.fetch(`/api${path}`, { method: "PUT", token: owner, body })
      expect([path, answer.status, answer.json]).toMatchObject([path, 404, { code: "UserNotFound" }])
    }
    const acting = await server.call(
      chief,
      (api) => api.users.update({ query: {}, payload: { userID: UserId.make(theirs?.id ?? 0), lastName: "Reached" } }),
      company?.id
    )
    expect(acting.data.lastName).toBe("Reached")
  })

  it("are added again with the same data without change or email, and refused with other data", async () => {
    const there = await add({ email: "twice@acme.example.com" })
    const again = await server.call(owner, (api) =>
      api.users.add({ query: {}, payload: form({ email: "TWICE@acme.example.com" }) })
    )
    expect(again).toMatchObject({ unchanged: true, data: { userID: there.userID, email: there.email } })
    expect(await mailsTo(there.email)).toHaveLength(1)
    expect(await records(there.userID)).toHaveLength(1)
    const other = await refusedAdd({ email: there.email, lastName: "Other" })
    expect(other).toMatchObject({ _tag: "EmailInUse", data: { userID: there.userID } })
    // The response doesn't reveal whether the email belongs to another company's user.
    const theirs = await refusedAdd({ email: emailOf("other", Role.id.Owner) })
    expect(theirs).toMatchObject({ _tag: "EmailInUse", data: {} })
    expect(theirs).not.toHaveProperty("data.userID")
  })

  it("leave the audit log intact", async () => {
    const { data } = await server.call(owner, (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
  })
})
