import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

const minute = 60_000
const publicAddress = "https://locks.example.com"
const fresh = "quiet-harbor-27"

describe.each(usualHomes)("a user's own account, on $name", (home) => {
  let server: TestServer
  let chief = ""
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        yield* makeCompany("acme")
        yield* makeCompany("other")
      }),
      { publicAddress, clock }
    )
    chief = await server.enter("acme", Role.id.SuperAdmin, { client: "terminal" })
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  const enter = (role: RoleId) => server.enter("acme", role, { client: "terminal" })
  const put = async (path: string, token: string | null, body: unknown) => {
    const answer = await server.fetch(`/api/auth/${path}`, { method: "PUT", body, token })
    const json = answer.json as { code?: string; message?: string; error?: string; data?: Record<string, unknown> }
    return { status: answer.status, ...json }
  }
  const me = async (token: string) => (await server.fetch("/api/auth/user", { token })).json
  const logIn = async (email: string, secret = password) =>
    (await server.fetch("/api/auth/login", { method: "POST", body: { email, password: secret } })).status
  const mailsTo = async (email: string) =>
    (await server.call(chief, (api) => api.outbox.list({ query: {} }))).data.filter(({ to }) => to === email)
  const linkTo = async (email: string) => {
    const [mail] = await mailsTo(email)
    return new URL(/https:\S+/.exec(mail?.body ?? "")?.[0] ?? expect.unreachable())
  }
  const confirm = (link: URL) => put("confirm-email", null, { uid: link.searchParams.get("uid") })
  const actions = async (action: string) =>
    (await server.call(chief, (api) => api.audit.list({ query: { action } }))).data

  it("changes its name immediately, and reports when nothing changed", async () => {
    const token = await enter(Role.id.Vendor)
    expect(await put("update-name", token, { firstName: " Vera ", lastName: "Onda" })).toMatchObject({
      status: 200,
      message: "Profile updated"
    })
    expect(await me(token)).toMatchObject({ data: { name: "Vera Onda", firstName: "Vera" } })
    expect(await put("update-name", token, { firstName: "Vera", lastName: " Onda" })).toMatchObject({
      status: 422,
      code: "NothingChanged",
      error: "Nothing has changed"
    })
    expect(await put("update-name", token, { firstName: "", lastName: "x".repeat(51) })).toMatchObject({
      status: 422,
      data: { issues: [{ path: "firstName" }, { path: "lastName" }] }
    })
    expect(await actions("account.name")).toHaveLength(1)
  })

  it("changes email and password only shortly after the password was entered", async () => {
    const token = await enter(Role.id.Personnel)
    clock.advance(15 * minute + 1000)
    const change = (with_: string) => put("update-password", with_, { password: fresh, confirmPassword: fresh })
    expect(await change(token)).toMatchObject({ status: 403, code: "PasswordNotShown" })
    // A password that was entered before the clock was set back doesn't count.
    clock.advance(86_400_000)
    const ahead = await enter(Role.id.Personnel)
    clock.advance(-86_400_000)
    expect(await change(ahead)).toMatchObject({ status: 403, code: "PasswordNotShown" })
    const email = `new@acme.example.com`
    expect(await put("update-email", token, { email, confirmEmail: email })).toMatchObject({ code: "PasswordNotShown" })
    const credentials = { email: emailOf("acme", Role.id.Personnel), password, isAuth: true }
    const again = await server.call(token, (api) => api.auth.login({ payload: credentials }))
    expect(await change(again.data.token)).toMatchObject({ status: 200 })
  })

  it("gets a new password, with a new token here and without any other session", async () => {
    const [here, elsewhere] = [await enter(Role.id.Owner), await enter(Role.id.Owner)]
    const email = emailOf("acme", Role.id.Owner)
    for (const [secret, code] of [
      ["short", "PasswordRefused"],
      ["password1", "PasswordRefused"],
      ["x".repeat(41), "PasswordRefused"]
    ] as const) {
      expect(await put("update-password", here, { password: secret, confirmPassword: secret })).toMatchObject({ code })
    }
    expect(await put("update-password", here, { password: fresh, confirmPassword: "other" })).toMatchObject({
      code: "AccountRefused",
      data: { issues: [{ path: "confirmPassword", message: "Passwords must match" }] }
    })
    const changed = await put("update-password", here, { password: fresh, confirmPassword: fresh })
    expect(changed).toMatchObject({ status: 200, message: "Password updated" })
    const token = String(changed.data?.["token"])
    expect(await me(token)).toMatchObject({ success: true })
    for (const old of [here, elsewhere]) expect(await me(old)).toMatchObject({ code: "SignedOut" })
    expect([await logIn(email), await logIn(email, fresh)]).toEqual([401, 200])
    const { data: notices } = await server.call(token, (api) => api.notices.list({ query: {} }))
    expect(notices[0]?.message).toBe("Your password was changed.")
    expect(JSON.stringify(await actions("account.password"))).not.toContain(fresh)
  })

  it("gets a new email after its link is opened, not one already in use, and notifies the old one", async () => {
    const token = await enter(Role.id.Admin)
    const old = emailOf("acme", Role.id.Admin)
    const email = "Ada@harbor.example.com"
    const asked = await put("update-email", token, { email: ` ${email} `, confirmEmail: email })
    expect(asked).toMatchObject({
      status: 200,
      message: `This server sends no email. Ask a Super Admin for the link that confirms ${email}.`
    })
    expect(await me(token)).toMatchObject({ data: { email: old } })
    expect((await mailsTo(old))[0]?.subject).toBe("A new email for your Lockdesk account")
    const link = await linkTo(email)
    expect([link.origin, link.pathname, link.searchParams.get("for")]).toEqual([publicAddress, "/setpassword", "email"])
    // The link can't set a password.
    const uid = link.searchParams.get("uid")
    expect(await put("update-password-with-token", null, { uid, password: fresh })).toMatchObject({
      code: "LinkExpired"
    })
    expect(await confirm(link)).toMatchObject({ status: 200, message: "Email updated", data: { email } })
    expect(await me(token)).toMatchObject({ data: { email } })
    expect([await logIn(old), await logIn(email.toLowerCase())]).toEqual([401, 200])
    expect(await confirm(link)).toMatchObject({ code: "LinkExpired" })
    const [record] = await actions("account.email")
    expect(JSON.parse(record?.payload ?? "")).toMatchObject({ email, fromEmail: old })
  })

  it("refuses an email that is invalid, the same, or in use, even later", async () => {
    const token = await enter(Role.id.CallCenterAgent)
    const ask = (email: string, confirmEmail = email) => put("update-email", token, { email, confirmEmail })
    expect(await ask("x")).toMatchObject({ data: { issues: [{ path: "email", message: "Email is invalid" }] } })
    expect(await ask("a@b.example", "a@c.example")).toMatchObject({
      data: { issues: [{ path: "confirmEmail", message: "Emails must match" }] }
    })
    expect(await ask(emailOf("acme", Role.id.CallCenterAgent))).toMatchObject({ code: "NothingChanged" })
    expect(await ask(emailOf("other", Role.id.Owner).toUpperCase())).toMatchObject({
      status: 409,
      error: "Email already in use."
    })
    const wanted = "wanted@acme.example.com"
    expect(await ask(wanted)).toMatchObject({ status: 200 })
    const link = await linkTo(wanted)
    await sql((sql) => sql`UPDATE users SET email = ${wanted} WHERE email = ${emailOf("other", Role.id.Vendor)}`)
    expect(await confirm(link)).toMatchObject({ status: 409, code: "EmailInUse" })
  })

  it("drops a new email that is not confirmed within 30 minutes, or before another password", async () => {
    const role = Role.id.SiteAdmin
    const first = "first@acme.example.com"
    const second = "second@acme.example.com"
    const ask = async (email: string) => put("update-email", await enter(role), { email, confirmEmail: email })
    await ask(first)
    const link = await linkTo(first)
    await ask(second)
    expect(await confirm(link)).toMatchObject({ code: "LinkExpired" })
    clock.advance(30 * minute + 1)
    expect(await confirm(await linkTo(second))).toMatchObject({ code: "LinkExpired" })
    await ask(second)
    const stopped = await linkTo(second)
    await put("update-password", await enter(role), { password: fresh, confirmPassword: fresh })
    expect(await confirm(stopped)).toMatchObject({ code: "LinkExpired" })
  })

  it("is the user's own, whichever company they act for", async () => {
    const token = await enter(Role.id.SitePersonnel)
    const [other] = await sql((sql) => sql<{ id: number }>`SELECT company_id AS id FROM companies WHERE name = 'other'`)
    const body = { firstName: "Sid", lastName: "Vale" }
    expect(await put(`update-name?companyID=${other?.id}`, token, body)).toMatchObject({ status: 200 })
    expect(await me(token)).toMatchObject({ data: { name: "Sid Vale", companyName: "acme" } })
    expect(await actions("account.name")).toHaveLength(2)
  })

  it("leaves the audit log intact", async () => {
    const { data } = await server.call(chief, (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
  })

  it("keeps the parts of a name that another tab saved, unless both changed the same part", async () => {
    const token = await enter(Role.id.CallCenterAgent)
    const opened = { firstName: "Rita", lastName: "One" }
    const save = (firstName: string, lastName: string) =>
      put("update-name", token, { firstName, lastName, was: opened })
    await put("update-name", token, opened)
    expect(await save("Rita", "Two")).toMatchObject({ status: 200 })
    expect(await save("Rosa", "One")).toMatchObject({ status: 200 })
    expect(await me(token)).toMatchObject({ data: { name: "Rosa Two" } })
    expect(await save("Rita", "Three")).toMatchObject({
      status: 409,
      code: "NameChangedMeanwhile",
      error: "Your name was changed since you opened it.",
      data: { fields: ["lastName"] }
    })
    // The same change again, because its response was lost.
    expect(await save("Rosa", "One")).toMatchObject({ status: 200 })
    expect(await save("Rita", "One")).toMatchObject({ code: "NothingChanged" })
    expect(await me(token)).toMatchObject({ data: { name: "Rosa Two" } })
  })
})
