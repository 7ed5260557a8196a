import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { Outbox } from "#server/mail/Outbox.ts"
import type { MailTimes } from "#server/mail/smtpSettings.ts"
import { postgres, type TestHome } from "../../support/databases.ts"
import { emailOf, makeCompany } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { headerOf, PostOffice } from "./PostOffice.ts"
import { localhostCertificate } from "./localhostCertificate.ts"

const quick: Partial<MailTimes> = { every: 20, firstWait: 40, longestWait: 200, patience: 5000, attempts: 6 }
const from = "Lockdesk <no-reply@lockdesk.example>"
const masterKey = Redacted.make("7".repeat(64))

const folder = mkdtempSync(join(tmpdir(), "lockdesk-smtp-"))
const ca = join(folder, "ca.pem")
writeFileSync(ca, localhostCertificate.cert)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
const office = async (opened: Promise<PostOffice>): Promise<PostOffice> => {
  const made = await opened
  closing.push(() => made.close())
  return made
}

/** A server with the company acme that sends by SMTP. */
const start = async (
  home: Pick<TestHome, "open">,
  url: string,
  times: Partial<MailTimes> = {},
  prepare: Effect.Effect<unknown, unknown, never> | null = null,
  clock = movableClock()
): Promise<TestServer> => {
  const server = await startTestServer(home, prepare ?? makeCompany("acme"), {
    masterKey,
    clock,
    smtp: { url: Redacted.make(url), from, times: { ...quick, ...times } }
  })
  closing.push(() => server.close())
  return server
}

const admin = (server: TestServer) =>
  server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ companyID: CompanyId; userID: UserId }>`
        SELECT company_id AS "companyID", user_id AS "userID" FROM users WHERE email = ${emailOf("acme", Role.id.Admin)}`
      return insertedRow(rows)
    })
  )

const letter = async (server: TestServer, subject: string) => ({
  ...(await admin(server)),
  to: emailOf("acme", Role.id.Admin),
  subject,
  body: `Grüße, ${subject}\n.\nhttps://lockdesk.example/setpassword?uid=secret-of-${subject}\n`
})
const deliver = async (server: TestServer, subject: string) => {
  const message = await letter(server, subject)
  return server.run(Effect.flatMap(Mailer, (mailer) => mailer.deliver(message)))
}
const send = async (server: TestServer, subject: string) => {
  const message = await letter(server, subject)
  return server.run(Effect.flatMap(Mailer, (mailer) => mailer.send(message)))
}
const mails = async (server: TestServer) =>
  (await server.call(await server.enter("acme", Role.id.SuperAdmin), (api) => api.outbox.list({ query: {} }))).data

// outbox.test.ts covers what concerns both databases; this is about SMTP.
describe("mail by SMTP", () => {
  const home = postgres

  it("is delivered completely with its sender, and its body is deleted", async () => {
    const post = await office(PostOffice.open())
    const server = await start(home, `smtp://127.0.0.1:${post.port}`)
    expect(await deliver(server, "hello")).toBe("sent")
    const [mail = expect.unreachable(), ...more] = post.arrived
    expect(more).toEqual([])
    expect([mail.from, mail.to]).toEqual(["no-reply@lockdesk.example", [emailOf("acme", Role.id.Admin)]])
    expect(headerOf(mail, "From")).toBe(from)
    expect(headerOf(mail, "Subject")).toBe("hello")
    expect(headerOf(mail, "Message-ID")).toMatch(/^<[0-9a-f-]{36}@lockdesk\.example>$/)
    expect(headerOf(mail, "Auto-Submitted")).toBe("auto-generated")
    expect(mail.raw).toContain("Gr=C3=BC=C3=9Fe, hello\r\n.\r\n")
    const [row] = await mails(server)
    expect(row).toMatchObject({ state: "sent", attempts: 1, body: null, failure: null, nextOn: null })
    expect(row?.sentOn).toMatch(/Z$/)
  })

  it("that the provider refuses fails with the reason, and is not retried", async () => {
    const post = await office(PostOffice.open())
    const server = await start(home, `smtp://127.0.0.1:${post.port}`)
    post.manner = "refuse"
    expect(await deliver(server, "nobody")).toBe("failed")
    post.manner = "refuseText"
    expect(await deliver(server, "spam")).toBe("failed")
    const rows = await mails(server)
    expect(rows.map(({ subject, state, attempts }) => [subject, state, attempts])).toEqual([
      ["spam", "failed", 1],
      ["nobody", "failed", 1]
    ])
    expect(rows[0]?.failure).toMatch(/554.*This looks like spam/)
    expect(rows[1]?.failure).toMatch(/550.*No such user here/)
    post.manner = "take"
    expect(await deliver(server, "later")).toBe("sent")
    expect(post.arrived).toHaveLength(1)
  })

  it("waits while the provider refuses the sender, as without a password that is missing from the settings", async () => {
    const post = await office(PostOffice.open({ authOptional: false }))
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, { firstWait: 60_000, longestWait: 60_000 })
    expect(await deliver(server, "nameless")).toBe("waits")
    expect((await mails(server))[0]).toMatchObject({ state: "waiting", failure: expect.stringMatching(/530/) })
  })

  it("waits while the provider is busy or down, is sent later with the same Message-ID, and finally given up", async () => {
    const first = await PostOffice.open()
    const { port } = first
    first.manner = "busy"
    const server = await start(home, `smtp://127.0.0.1:${port}`, { patience: 100, attempts: 1000, longestWait: 60 })
    expect(await deliver(server, "patience")).toBe("waits")
    await expect.poll(async () => (await mails(server))[0]?.attempts).toBeGreaterThan(1)
    expect((await mails(server))[0]).toMatchObject({
      state: "waiting",
      failure: expect.stringContaining("Come back later")
    })
    await first.close()
    await expect
      .poll(async () => (await mails(server))[0]?.failure)
      .toMatch(/ECONNREFUSED|The mail server closed|reset/)
    const second = await office(PostOffice.open({}, port))
    await expect.poll(() => second.arrived.length).toBe(1)
    await expect.poll(async () => (await mails(server))[0]?.state).toBe("sent")

    const hopeless = await start(home, `smtp://127.0.0.1:1`, { attempts: 3 })
    expect(await deliver(hopeless, "hopeless")).toBe("waits")
    await expect.poll(async () => (await mails(hopeless))[0]?.state).toBe("failed")
    expect((await mails(hopeless))[0]).toMatchObject({ attempts: 3, nextOn: null })
  })

  it("with a report is not sent to a user who was deactivated meanwhile; other messages are", async () => {
    const post = await office(PostOffice.open())
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, {
      patience: 100,
      attempts: 1000,
      longestWait: 60
    })
    post.manner = "busy"
    const report = { ...(await letter(server, "report")), attachment: { name: "a.xlsx", bytes: Buffer.from("rows") } }
    await server.run(Effect.flatMap(Mailer, (mailer) => mailer.send(report)))
    await send(server, "goodbye")
    await expect.poll(async () => (await mails(server)).every(({ attempts }) => attempts > 0)).toBe(true)
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE users SET is_active = false WHERE email = ${emailOf("acme", Role.id.Admin)}`
      )
    )
    const found = async () => (await mails(server)).map(({ subject, state, failure }) => [subject, state, failure])
    const failed = ["report", "failed", "The recipient was deactivated before it could be sent."]
    await expect.poll(found).toContainEqual(failed)
    post.manner = "take"
    await expect.poll(found).toEqual([["goodbye", "sent", null], failed])
    expect(post.arrived.map((mail) => headerOf(mail, "Subject"))).toEqual(["goodbye"])
  })

  it("is retried at once after a clock that was ahead is set back", async () => {
    const post = await office(PostOffice.open())
    post.manner = "busy"
    const clock = movableClock()
    clock.advance(86_400_000)
    const times = { firstWait: 60_000, longestWait: 60_000 }
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, times, null, clock)
    expect(await deliver(server, "tomorrow")).toBe("waits")
    clock.advance(-86_400_000)
    post.manner = "take"
    await expect.poll(() => post.arrived.length).toBe(1)
  })

  it("of a new company, a new user or a forgotten password is reported as sent only if a provider is set up", async () => {
    const post = await office(PostOffice.open())
    const told = async (server: TestServer) => {
      const site = await server.enter("acme", Role.id.SuperAdmin)
      const form = {
        companyName: "Birch",
        ownerFirstName: "Bo",
        ownerLastName: "Birch",
        ownerEmail: "bo@birch.example.com"
      }
      const made = await server.call(site, (api) => api.companies.create({ query: {}, payload: form }))
      const person = { firstName: "Al", lastName: "Ash", email: "al@acme.example.com", roleID: 5, isActive: true }
      const added = await server.call(site, (api) => api.users.add({ query: {}, payload: person }))
      const { userID } = added.data
      const invited = await server.call(site, (api) => api.users.invite({ query: {}, payload: { userID } }))
      const { json } = await server.fetch(`/api/auth/forgot-password?resetLink=${server.address}/setpassword`, {
        method: "PUT",
        body: { email: "al@acme.example.com" }
      })
      return [made.data.emailed, invited.message, (json as { message: string }).message]
    }
    const provided = await start(home, `smtp://127.0.0.1:${post.port}`)
    expect(await told(provided)).toEqual([
      true,
      "Invitation sent to al@acme.example.com",
      "If there's an account with this email, we've sent it a reset link. Check your spam folder too."
    ])
    const without = await startTestServer(home, makeCompany("acme"))
    closing.push(() => without.close())
    expect(await told(without)).toEqual([
      false,
      "Invitation for al@acme.example.com saved in the outbox. This server sends no email.",
      "This server sends no email. If there's an account with this email, ask a Super Admin for its reset link."
    ])
  })

  it("times out at a silent provider without delaying other messages", async () => {
    const post = await office(PostOffice.open())
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, {
      attempt: 300,
      patience: 2000,
      firstWait: 60_000,
      longestWait: 60_000
    })
    post.manner = "stall"
    const slow = deliver(server, "slow")
    await expect.poll(() => post.asked).toBe(1)
    post.manner = "take"
    expect(await deliver(server, "quick")).toBe("sent")
    expect(await slow).toBe("waits")
    const rows = await mails(server)
    expect(rows.find(({ subject }) => subject === "slow")).toMatchObject({ state: "waiting", attempts: 1 })
  })

  it.each([
    ["after its lease", "-1 second"],
    ["if its lease is from before the clock was set back", "1 day"]
  ])("of a process that stopped before recording it is sent again %s, as the same message", async (_, end) => {
    const post = await office(PostOffice.open())
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, { lease: 60_000 })
    expect(await deliver(server, "twice")).toBe("sent")
    // The state such a process leaves: one attempt, a lease, a message the provider has accepted, and no record of it.
    const message = await letter(server, "twice")
    const messageId = headerOf(post.arrived[0] ?? expect.unreachable(), "Message-ID") ?? ""
    await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* Outbox
        yield* sql.withTransaction(
          Effect.gen(function* () {
            const mailID = yield* outbox.add(message, messageId)
            yield* sql`
              UPDATE outbox SET runner = 'another', attempts = 1, leased_until = now() + interval '30 seconds'
              WHERE mail_id = ${mailID}`
          })
        )
      })
    )
    const asked = post.asked
    expect(await deliver(server, "meanwhile")).toBe("sent")
    expect(post.asked).toBe(asked + 1)
    await server.sql((sql) => sql`UPDATE outbox SET leased_until = now() + ${end}::interval WHERE state = 'waiting'`)
    await expect.poll(() => post.arrived.length).toBe(3)
    expect(headerOf(post.arrived[2] ?? expect.unreachable(), "Message-ID")).toBe(messageId)
    await expect.poll(async () => (await mails(server)).map(({ state }) => state)).toEqual(["sent", "sent", "sent"])
  })

  it("does not delay a password reset request", async () => {
    const post = await office(PostOffice.open())
    post.manner = "stall"
    const server = await start(home, `smtp://127.0.0.1:${post.port}`, {
      attempt: 500,
      firstWait: 60_000,
      longestWait: 60_000
    })
    const link = encodeURIComponent(`${server.address}/setpassword`)
    const { status } = await server.fetch(`/api/auth/forgot-password?resetLink=${link}`, {
      method: "PUT",
      body: { email: emailOf("acme", Role.id.Admin) }
    })
    expect(status).toBe(200)
    await expect.poll(() => post.asked).toBe(1)
    expect(server.logged()).not.toContain("uid=")
  })
})

describe("mail by SMTP from several processes", () => {
  it("is sent once by two server processes on one database", async () => {
    const post = await office(PostOffice.open())
    post.manner = "busy"
    const { config, dispose } = await postgres.open()
    closing.push(dispose)
    const shared = { open: () => Promise.resolve({ config, dispose: () => Promise.resolve() }) }
    const times = { patience: 1, every: 5, firstWait: 5, longestWait: 5, attempts: 1000 }
    const one = await start(shared, `smtp://127.0.0.1:${post.port}`, times)
    const two = await start(shared, `smtp://127.0.0.1:${post.port}`, times, Effect.void)
    for (let nth = 0; nth < 20; nth++) await send(nth % 2 === 0 ? one : two, `message ${nth}`)
    await expect.poll(() => post.asked).toBeGreaterThan(20)
    post.manner = "take"
    await expect
      .poll(async () => (await mails(one)).every(({ state }) => state === "sent"), { timeout: 10_000 })
      .toBe(true)
    expect(post.arrived.map((mail) => headerOf(mail, "Subject")).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, nth) => `message ${nth}`).toSorted()
    )
  })
})

describe("mail by SMTP over TLS", () => {
  const home = postgres
  const user = "mia:s%3Ae%2Fc%20ret@"

  it.each([
    ["STARTTLS", "smtp", {}, "&tls=required"],
    ["TLS from the beginning", "smtps", { secure: true }, ""]
  ] as const)("signs in and delivers by %s, where the certificate is trusted", async (_, scheme, options, more) => {
    const post = await office(PostOffice.openSecure(options))
    const server = await start(home, `${scheme}://${user}localhost:${post.port}?ca=${encodeURIComponent(ca)}${more}`)
    expect(await deliver(server, "sealed")).toBe("sent")
    expect(post.arrived).toMatchObject([{ secure: true, user: "mia" }])
  })

  it("sends nothing to a server with an untrusted certificate, without TLS, or with a wrong password", async () => {
    const untrusted = await office(PostOffice.openSecure())
    const bare = await office(PostOffice.open())
    for (const [url, reason] of [
      [`smtp://${user}localhost:${untrusted.port}?tls=required`, /certificate/i],
      [`smtp://${user}localhost:${bare.port}?tls=required`, /STARTTLS/],
      [`smtps://${user}localhost:${bare.port}`, /Use smtp:\/\/ instead/],
      [`smtp://mia:wrong@localhost:${untrusted.port}?tls=required&ca=${encodeURIComponent(ca)}`, /535/]
    ] as const) {
      const server = await start(home, url, { patience: 3000, firstWait: 60_000, longestWait: 60_000 })
      expect(await deliver(server, "secret")).toBe("waits")
      const [row] = await mails(server)
      expect(row?.failure).toMatch(reason)
      expect(row?.failure).not.toContain("wrong")
    }
    expect([untrusted.arrived, bare.arrived, bare.asked]).toEqual([[], [], 0])
  })
})

describe("mail settings", () => {
  const home = postgres
  it.each([
    ["mail.example.com:25", from, /smtp:\/\//],
    ["https://mail.example.com", from, /smtp:\/\//],
    ["smtp://mail.example.com?tls=off", from, /required/],
    ["smtp://mail.example.com?ssl=1", from, /'ssl'/],
    ["smtp://mail.example.com?ca=/there/is/no/such/file", from, /cannot be read/],
    ["smtp://mia:hidden-word@mail.example.com", "Lockdesk", /LOCKDESK_MAIL_FROM/],
    ["smtp://mia:hidden-word@mail.example.com", "a@b.example>\r\nBcc: <c@d.example", /LOCKDESK_MAIL_FROM/]
  ])("are refused when they are %s", async (url, sender, reason) => {
    const starting = startTestServer(home, Effect.void, { smtp: { url: Redacted.make(url), from: sender } })
    const error: unknown = await starting.then(
      async (server) => void (await server.close()),
      (failure: unknown) => failure
    )
    expect(String(error)).toMatch(reason)
    expect(String(error)).not.toContain("hidden-word")
  })
})
