import { Effect } from "effect"
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, type UserId } from "#core/base/ids.ts"
import { type LinkPurpose, OneTimeLinks } from "#server/auth/OneTimeLinks.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, password, userIn } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"
import { connect, until } from "../hub/hubHarness.ts"

const minute = 60_000
const expired = { status: 410, code: "LinkExpired", error: "Your link has expired." }

describe.each(usualHomes)("one-time links and re-authentication, on $name", (home) => {
  let server: TestServer
  let acme = { companyID: CompanyId.make(1), users: new Map<RoleId, UserId>() }
  let other = { companyID: CompanyId.make(1) }
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        acme = yield* makeCompany("acme")
        other = yield* makeCompany("other")
      }),
      { clock, limits: { ...wide, linkPerAddress: { times: 12, seconds: 60 } }, commonPasswords: ["Password1"] }
    )
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const link = (role: RoleId, purpose: LinkPurpose) =>
    server.run(Effect.flatMap(OneTimeLinks, (links) => links.create(userIn(acme.users, role), purpose)))
  const statusAndBody = (answer: { status: number; json: unknown }) => ({
    status: answer.status,
    ...(answer.json as object)
  })
  const follow = (uid: string, more = "") => {
    clock.advance(minute)
    return server.fetch(`/api/auth/user-from-token?uid=${uid}${more}`).then(statusAndBody)
  }
  const set = (uid: string, secret: string) => {
    clock.advance(10_000)
    return server
      .fetch("/api/auth/update-password-with-token", { method: "PUT", body: { uid, password: secret } })
      .then(statusAndBody)
  }
  const logIn = (body: object, token?: string) => server.fetch("/api/auth/login", { method: "POST", body, token })
  const stampOf = async (token: string) => {
    const hash = createHash("sha256").update(token).digest()
    const [row] = await sql(
      (sql) => sql<{ at: Date }>`SELECT reauthenticated_at AS at FROM sessions WHERE token_hash = ${hash}`
    )
    return row?.at.getTime() ?? 0
  }

  it("a uid signs its user in once, in a browser, marked as single sign-on", async () => {
    const token = await server.enter("acme", Role.id.Personnel)
    const { data } = await server.call(token, (api) => api.auth.tokenFromUser())
    expect(data.uid).toMatch(/^[\w-]{43}$/)
    const first = await follow(data.uid)
    expect(first).toMatchObject({
      status: 200,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: { roleID: 5, companyID: acme.companyID, fromSsoLogin: true }
      }
    })
    expect(await follow(data.uid)).toMatchObject(expired)
    const [row] = await sql(
      (sql) => sql<{ n: number; text: string }>`
      SELECT count(*)::int AS n, coalesce(string_agg(l::text, ''), '') AS text FROM one_time_links l`
    )
    expect(row?.n).toBe(1)
    expect(row?.text).not.toContain(data.uid)
    expect(server.logged()).not.toContain(data.uid)
  })

  it("one of two concurrent uses of a uid succeeds", async () => {
    const uid = await link(Role.id.Admin, "sign-in")
    const answers = await Promise.all([follow(uid), follow(uid), follow(uid)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
  })

  it("a uid expires: for sign-in after 5 minutes, for a password after 30, for the first password after a day", async () => {
    const early = await link(Role.id.Admin, "sign-in")
    const late = await link(Role.id.Admin, "sign-in")
    clock.advance(3 * minute)
    expect(await follow(early)).toMatchObject({ status: 200 })
    clock.advance(minute)
    expect(await follow(late)).toMatchObject(expired)
    const lapsed = await link(Role.id.Admin, "set-password")
    clock.advance(30 * minute)
    expect(await set(lapsed, "a-new-secret")).toMatchObject(expired)
    const first = await link(Role.id.Admin, "first-password")
    clock.advance(23 * 60 * minute)
    expect(await set(first, password)).toMatchObject({ status: 200 })
  })

  it("a uid works for its purpose only, and a wrong use does not use it up", async () => {
    const forPassword = await link(Role.id.Owner, "set-password")
    const forSignIn = await link(Role.id.Owner, "sign-in")
    expect(await follow(forPassword)).toMatchObject(expired)
    expect(await set(forSignIn, "a-new-secret")).toMatchObject(expired)
    expect(await follow(forSignIn)).toMatchObject({ status: 200 })
    expect(await set(forPassword, "a-new-secret")).toMatchObject({ status: 200 })
    expect(await set(forPassword, "another-secret")).toMatchObject(expired)
    for (const uid of ["", "x", "f".repeat(43), "%00"]) expect(await follow(uid)).toMatchObject(expired)
  })

  it("a new password must follow the rules; a refused one keeps the uid usable, an accepted one ends the user's sessions", async () => {
    const token = await server.enter("acme", Role.id.SitePersonnel)
    const client = await connect(`${server.address}/api/hub`, { person: { token } })
    let closed = false
    client.onclose(() => (closed = true))
    await client.invoke("joinCompanyGroup", token)
    const uid = await link(Role.id.SitePersonnel, "set-password")
    expect(await set(uid, "12345")).toMatchObject({
      status: 422,
      code: "PasswordRefused",
      error: "Password must be at least 6 characters",
      data: { rule: "TooShort" }
    })
    expect(await set(uid, "x".repeat(41))).toMatchObject({
      status: 422,
      error: "Password must not exceed 40 characters"
    })
    expect(await set(uid, "pASSWORD1")).toMatchObject({ status: 422, data: { rule: "TooCommon" } })
    expect((await server.fetch("/api/auth/user", { token })).status).toBe(200)
    expect(await set(uid, "schönes Paßwort")).toMatchObject({ status: 200, success: true, data: null })
    expect((await server.fetch("/api/auth/user", { token })).status).toBe(401)
    await until("the hub connection is closed", () => closed)
    const email = emailOf("acme", Role.id.SitePersonnel)
    expect((await logIn({ email, password })).status).toBe(401)
    // The same password with decomposed accents.
    expect((await logIn({ email, password: "scho\u0308nes Paßwort" })).status).toBe(200)
    const admin = await server.enter("acme", Role.id.Admin)
    const { data } = await server.call(admin, (api) => api.audit.list({ query: { action: "auth.set-password" } }))
    expect(data[0]).toMatchObject({ subject: email, userName: "Site Personnel acme" })
    expect(server.logged()).not.toContain("Paßwort")
  })

  it("a password that could not be saved leaves no trace, and no false alarm in the audit log", async () => {
    const uid = await link(Role.id.Owner, "set-password")
    const token = await server.enter("acme", Role.id.Owner)
    await sql(
      (sql) => sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$`
    )
    await sql(
      (sql) => sql`
      CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`
    )
    expect(await set(uid, "never-to-be-set")).toMatchObject({ status: 500, code: "ServerFault" })
    await sql((sql) => sql`DROP TRIGGER refused ON users`)
    const { data } = await server.call(token, (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
    expect(await set(uid, "a-new-secret")).toMatchObject({ status: 200 })
  })

  it("a uid of a deactivated user counts as expired", async () => {
    const uid = await link(Role.id.Vendor, "sign-in")
    await sql((sql) => sql`UPDATE users SET is_active = false WHERE email = ${emailOf("acme", Role.id.Vendor)}`)
    expect(await follow(uid)).toMatchObject(expired)
  })

  it("signing in by uid may name a company: site-level roles act there, others sign in at their own, unknown ones are not found", async () => {
    const at = async (role: RoleId, companyID: CompanyId) =>
      follow(await link(role, "sign-in"), `&companyID=${companyID}`)
    expect(await at(Role.id.SiteAdmin, other.companyID)).toMatchObject({
      status: 200,
      data: { user: { companyID: other.companyID, companyName: "other" } }
    })
    expect(await at(Role.id.Admin, other.companyID)).toMatchObject({
      status: 200,
      data: { user: { companyName: "acme" } }
    })
    expect(await at(Role.id.Admin, CompanyId.make(999_999))).toMatchObject({
      status: 200,
      data: { user: { companyName: "acme" } }
    })
    expect(await at(Role.id.SiteAdmin, CompanyId.make(999_999))).toMatchObject({
      status: 404,
      code: "CompanyNotFound",
      data: { companyID: 999_999 }
    })
  })

  it("uses of one-time links are limited per IP address", async () => {
    clock.advance(2 * minute)
    const answers = []
    for (let nth = 0; nth < 13; nth += 1) {
      const path = `/api/auth/user-from-token?uid=guess-${nth}`
      answers.push(await server.fetch(path, { headers: { "x-forwarded-for": `10.1.1.${nth}` } }))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 12 }, () => 410), 429])
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  it("isAuth records when the user entered the password again, and replaces the session's token", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    const credentials = { email: emailOf("acme", Role.id.Admin), password, isAuth: true }
    const before = await stampOf(token)
    clock.advance(5 * minute)
    const answer = await logIn(credentials, token)
    expect(answer.json).toMatchObject({ success: true, data: { user: { roleID: 4 } } })
    const { token: fresh } = (answer.json as { data: { token: string } }).data
    expect((await stampOf(fresh)) - before).toBeGreaterThanOrEqual(5 * minute)
    expect((await server.fetch("/api/auth/user", { token: fresh })).status).toBe(200)
    expect((await server.fetch("/api/auth/user", { token })).status).toBe(401)
  })

  it("isAuth refuses a wrong password, another user's credentials and a missing session, and records nothing", async () => {
    const token = await server.enter("acme", Role.id.Admin)
    const email = emailOf("acme", Role.id.Admin)
    const stamp = await stampOf(token)
    clock.advance(minute)
    const wrong = [
      await logIn({ email, password: "wrong", isAuth: true }, token),
      await logIn({ email: emailOf("other", Role.id.Admin), password, isAuth: true }, token),
      await logIn({ email, password, isAuth: true }),
      await logIn({ email, password, isAuth: true }, "no-such-token")
    ]
    const refused = (error: string) => ({ status: 401, code: "WrongCredentials", error })
    const both = refused("Email or password is wrong.")
    expect(wrong.map(statusAndBody)).toMatchObject([refused("The password is wrong."), both, both, both])
    expect(await stampOf(token)).toBe(stamp)
    expect((await server.fetch("/api/auth/user", { token })).status).toBe(200)
    const inTheOther = await server.enter("other", Role.id.Admin)
    const { data } = await server.call(inTheOther, (api) => api.audit.list({ query: {} }))
    expect(data.map(({ action }) => action)).toEqual(["auth.login-failed"])
  })

  it("a session started by uid has no entered password: its timestamp is older than any", async () => {
    const answer = await follow(await link(Role.id.Admin, "sign-in"))
    const { data } = answer as unknown as { data: { token: string } }
    expect(await stampOf(data.token)).toBe(0)
  })
})
