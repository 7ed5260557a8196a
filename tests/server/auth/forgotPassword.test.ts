import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { usualHomes, postgres } from "../../support/databases.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const minute = 60_000
const publicAddress = "https://locks.example.com"
const resetLink = `${publicAddress}/setpassword`
const perEmail = 3
const perAddress = 40
const sent = {
  success: true,
  message: "This server sends no email. If there's an account with this email, ask a Super Admin for its reset link.",
  data: null
}

describe.each(usualHomes)("a forgotten password, on $name", (home) => {
  let server: TestServer
  let chief = ""
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(home, makeCompany("acme"), {
      clock,
      publicAddress,
      allowedOrigins: ["https://console.example.net"],
      limits: {
        ...wide,
        forgottenPerEmail: { times: perEmail, seconds: 900 },
        forgottenPerAddress: { times: perAddress, seconds: 900 }
      }
    })
    chief = await server.enter("acme", Role.id.SuperAdmin, { client: "terminal" })
  })
  afterAll(() => server.close())

  const sql: TestServer["sql"] = (use) => server.sql(use)
  /** Starts a new 15-minute window, in which no request counts yet. */
  const later = () => clock.advance(15 * minute)
  const ask = (email: unknown, link = resetLink) =>
    server.fetch(`/api/auth/forgot-password?resetLink=${encodeURIComponent(link)}`, { method: "PUT", body: { email } })
  const mails = async () =>
    (await server.call(chief, (api) => api.outbox.list({ query: {} }))).data.map((mail) => ({
      ...mail,
      body: mail.body ?? ""
    }))
  /** Waits for emails beyond the first `before`, and returns them. */
  const arrived = async (before: number) => {
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(before)
    return (await mails()).slice(0, -before || undefined)
  }
  const addressIn = (body: string) => new URL(/https:\S+/.exec(body)?.[0] ?? expect.unreachable())
  const uidIn = (body: string) => addressIn(body).searchParams.get("uid") ?? expect.unreachable()
  const set = (uid: string, secret: string) =>
    server.fetch("/api/auth/update-password-with-token", { method: "PUT", body: { uid, password: secret } })
  const logIn = (email: string, secret: string) =>
    server.fetch("/api/auth/login", { method: "POST", body: { email, password: secret } })

  it("is replaced with one emailed link, once, which ends every session and every other link", async () => {
    later()
    const email = emailOf("acme", Role.id.Admin)
    const session = await server.enter("acme", Role.id.Admin)
    const before = (await mails()).length
    expect((await ask(` ${email.toUpperCase()} `)).json).toEqual(sent)
    const [mail = expect.unreachable()] = await arrived(before)
    expect(mail).toMatchObject({ to: email, subject: "Reset your Lockdesk password" })
    const address = addressIn(mail.body)
    expect([address.origin, address.pathname]).toEqual([publicAddress, "/setpassword"])
    const uid = uidIn(mail.body)
    expect(uid).toMatch(/^[\w-]{43}$/)

    await ask(email)
    const [second = expect.unreachable()] = await arrived(before + 1)
    expect((await logIn(email, password)).status).toBe(200)
    expect((await set(uid, "a-new-secret")).json).toEqual({ success: true, data: null })
    expect((await server.fetch("/api/auth/user", { token: session })).status).toBe(401)
    expect([(await logIn(email, password)).status, (await logIn(email, "a-new-secret")).status]).toEqual([401, 200])
    expect((await set(uid, "another-secret")).json).toMatchObject({ code: "LinkExpired" })
    expect((await set(uidIn(second.body), "another-secret")).json).toMatchObject({ code: "LinkExpired" })

    const { data } = await server.call(chief, (api) => api.audit.list({ query: { subject: email } }))
    expect(data.map(({ action }) => action).slice(1, 3)).toEqual(["auth.login-failed", "auth.set-password"])
    expect(data.filter(({ action }) => action === "auth.forgot-password")).toHaveLength(2)
  })

  it("can be replaced for half an hour", async () => {
    later()
    for (const [wait, status] of [
      [29 * minute, 200],
      [30 * minute, 410]
    ] as const) {
      const before = (await mails()).length
      await ask(emailOf("acme", Role.id.Owner))
      const [mail = expect.unreachable()] = await arrived(before)
      clock.advance(wait)
      expect((await set(uidIn(mail.body), password)).status).toBe(status)
    }
  })

  it("gets the same response for a known and an unknown email, and no email is sent to an unknown one", async () => {
    later()
    await sql((sql) => sql`UPDATE users SET is_active = false WHERE email = ${emailOf("acme", Role.id.Vendor)}`)
    const before = (await mails()).length
    const answers: Array<Awaited<ReturnType<typeof ask>>> = []
    const nobodys = ["nobody@acme.example.com", emailOf("acme", Role.id.Vendor), "%", "no email at all"]
    for (const email of [...nobodys, emailOf("acme", Role.id.Personnel)]) answers.push(await ask(email))
    const plain = (answer: (typeof answers)[number]) => [
      answer.status,
      answer.text,
      [...answer.headers.keys()].filter((name) => name !== "date").toSorted()
    ]
    for (const answer of answers) expect(plain(answer)).toEqual(plain(answers[0] ?? answer))
    expect(answers[0]?.json).toEqual(sent)
    expect((await arrived(before)).map(({ to }) => to)).toEqual([emailOf("acme", Role.id.Personnel)])
  })

  it("is rate-limited per email, known or not, and per IP address", async () => {
    later()
    for (const email of [emailOf("acme", Role.id.SiteAdmin), "nobody@acme.example.com"]) {
      const statuses = []
      for (let nth = 0; nth <= perEmail; nth++)
        statuses.push((await ask(nth === 1 ? email.toUpperCase() : email)).status)
      expect(statuses).toEqual([...Array.from({ length: perEmail }, () => 200), 429])
    }
    const statuses = []
    for (let nth = 0; nth < perAddress; nth++) statuses.push((await ask(`nobody-${nth}@acme.example.com`)).status)
    expect(statuses.at(0)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    later()
    expect((await ask(emailOf("acme", Role.id.SiteAdmin))).status).toBe(200)
  })

  it.each([
    "https://evil.example/setpassword",
    "https://locks.example.com.evil.example/setpassword",
    "https://locks.example.com@evil.example/setpassword",
    "https://user:pass@locks.example.com/setpassword",
    "http://locks.example.com/setpassword",
    "https://locks.example.com:8443/setpassword",
    "https://locks.example.com/setpassword/../elsewhere",
    "https://locks.example.com/other",
    "//evil.example/setpassword",
    "/setpassword",
    "javascript:alert(1)//setpassword",
    "http://localhost/setpassword",
    "",
    "https://"
  ])("never links to %s", async (link) => {
    const answer = await ask(emailOf("acme", Role.id.Personnel), link)
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code: "Malformed", error: `resetLink: Expected ${resetLink}, at the server's public address` }
    ])
  })

  it("links to an allowed origin, without anything else from the request", async () => {
    later()
    const before = (await mails()).length
    await ask(emailOf("acme", Role.id.CallCenterAgent), "https://console.example.net/setpassword?next=//evil.example#x")
    const [mail = expect.unreachable()] = await arrived(before)
    const address = addressIn(mail.body)
    expect([address.origin, address.pathname, [...address.searchParams.keys()], address.hash]).toEqual([
      "https://console.example.net",
      "/setpassword",
      ["uid"],
      ""
    ])
  })

  it("has its link only in the email: not in the log, not readable in the database", async () => {
    later()
    const before = (await mails()).length
    await ask(emailOf("acme", Role.id.Personnel))
    const [mail = expect.unreachable()] = await arrived(before)
    const uid = uidIn(mail.body)
    expect(server.logged()).not.toContain(uid)
    for (const table of ["outbox", "one_time_links", "audit_records"]) {
      const rows = await sql((sql) => sql<{ text: string }>`SELECT t::text AS text FROM ${sql(table)} t`)
      const all = rows.map(({ text }) => text).join("\n")
      expect(rows.length).toBeGreaterThan(0)
      for (const form of [uid, Buffer.from(uid).toString("hex")]) expect(all).not.toContain(form)
    }
  })

  it("is unavailable without the database, for unknown emails as well", async () => {
    later()
    await sql((sql) => sql`ALTER TABLE users RENAME COLUMN email TO hidden`)
    const answers = [await ask("nobody@acme.example.com"), await ask(emailOf("acme", Role.id.Personnel))]
    await sql((sql) => sql`ALTER TABLE users RENAME COLUMN hidden TO email`)
    expect(answers.map(({ status }) => status)).toEqual([500, 500])
  })
})

describe("a forgotten password on a server without a configured public URL", () => {
  it("links to any name and port of this machine, and to no other", async () => {
    const server = await startTestServer(postgres, makeCompany("acme"))
    const ask = async (link: string) => {
      const path = `/api/auth/forgot-password?resetLink=${encodeURIComponent(link)}`
      return (await server.fetch(path, { method: "PUT", body: { email: "nobody@example.com" } })).status
    }
    try {
      for (const origin of [server.address, "http://localhost:5173", "http://[::1]:4400"])
        expect([origin, await ask(`${origin}/setpassword`)]).toEqual([origin, 200])
      for (const origin of [
        "http://192.168.1.5:4400",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example"
      ])
        expect([origin, await ask(`${origin}/setpassword`)]).toEqual([origin, 400])
    } finally {
      await server.close()
    }
  })
})
