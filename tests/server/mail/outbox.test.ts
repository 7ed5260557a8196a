import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { MailId } from "#core/mail/Mail.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe.each(usualHomes)("the local outbox, on $name", (home) => {
  let server: TestServer
  let other: CompanyId
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const mailer = yield* Mailer
        for (const name of ["acme", "zebra"]) {
          const { companyID, users } = yield* makeCompany(name)
          other = companyID
          const to = (role: RoleId, subject: string) =>
            mailer.send({
              companyID,
              userID: userIn(users, role),
              to: emailOf(name, role),
              subject,
              body: `Grüße\n${subject} "of" ${name}`
            })
          const once = `https://desk.example.com/setpassword?uid=${name}-secret`
          const set = (role: RoleId) =>
            mailer.send({
              companyID,
              userID: userIn(users, role),
              to: emailOf(name, role),
              subject: "set a password",
              body: `Set it here:\n${once}\nof ${name}`,
              link: once
            })
          if (name === "zebra") {
            yield* set(Role.id.Owner)
            yield* set(Role.id.Admin)
          }
          yield* mailer.send({
            companyID,
            userID: userIn(users, Role.id.Owner),
            to: emailOf(name, Role.id.Owner),
            subject: "a report",
            body: "The table is attached.",
            attachment: { name: "requests-2026-11-21.xlsx", bytes: Buffer.from(`workbook of ${name}`) }
          })
          for (let nth = 1; nth <= 5; nth++) yield* to(Role.id.Admin, `message ${nth}`)
          yield* to(Role.id.SuperAdmin, "for the chief")
        }
      })
    )
  })
  afterAll(() => server.close())

  const list = async (token: string, query: { from?: MailId; count?: number; companyID?: CompanyId } = {}) =>
    (await server.call(token, (api) => api.outbox.list({ query }))).data
  const subjects = (mails: ReadonlyArray<{ subject: string }>) => mails.map(({ subject }) => subject)

  it("has everything sent to people of the company, newest first", async () => {
    const mails = await list(await server.enter("acme", Role.id.SuperAdmin))
    expect(subjects(mails)).toEqual(["for the chief", ...[5, 4, 3, 2, 1].map((nth) => `message ${nth}`), "a report"])
    expect(mails[1]).toMatchObject({
      to: emailOf("acme", Role.id.Admin),
      body: 'Grüße\nmessage 5 "of" acme',
      createdOn: expect.stringMatching(/^\d{4}-.*Z$/)
    })
  })

  it("hides messages to a Super Admin from everyone else", async () => {
    const mails = await list(await server.enter("acme", Role.id.SiteAdmin))
    expect(subjects(mails)).toEqual([...[5, 4, 3, 2, 1].map((nth) => `message ${nth}`), "a report"])
  })

  it("is read page by page", async () => {
    const token = await server.enter("acme", Role.id.SiteAdmin)
    const first = await list(token, { count: 2 })
    const second = await list(token, { count: 2, from: MailId.make(first.at(-1)?.mailID ?? 0) })
    const third = await list(token, { count: 2, from: MailId.make(second.at(-1)?.mailID ?? 0) })
    const counted = await server.call(token, (api) => api.outbox.list({ query: { count: 1 } }))
    expect(counted.totalCount).toBe(6)
    expect([first, second, third].map(subjects)).toEqual([
      ["message 5", "message 4"],
      ["message 3", "message 2"],
      ["message 1", "a report"]
    ])
  })

  it("belongs to the company acted for", async () => {
    const mails = await list(await server.enter("acme", Role.id.SuperAdmin), { companyID: other })
    const ends = mails.flatMap(({ subject, body }) => (subject === "a report" ? [] : [body?.split(" ").at(-1)]))
    expect(ends).toEqual(Array.from({ length: 8 }, () => "zebra"))
  })

  const link = "https://desk.example.com/setpassword?uid=zebra-secret"
  const setMails = async (role: RoleId, query: { companyID?: CompanyId } = {}, company = "zebra") => {
    const mails = await list(await server.enter(company, role), query)
    return mails.filter(({ subject }) => subject === "set a password").map(({ to, body }) => [to, body] as const)
  }
  const to = (role: RoleId) => emailOf("zebra", role)
  const whole = `Set it here:\n${link}\nof zebra`
  const textFor = (role: RoleId) => whole.replace(link, `[one-time link, shown only to ${to(role)} and Super Admins]`)

  it("shows an Admin and an Owner their company's messages, and one-time links only to their recipient", async () => {
    const { Admin, Owner } = Role.id
    expect(await setMails(Admin)).toEqual([
      [to(Admin), whole],
      [to(Owner), textFor(Owner)]
    ])
    expect(await setMails(Owner)).toEqual([
      [to(Admin), textFor(Admin)],
      [to(Owner), whole]
    ])
    expect(await setMails(Admin, {}, "acme")).toEqual([])
    expect(await setMails(Admin, { companyID: other }, "acme")).toEqual([])
  })

  it.each([Role.id.SiteAdmin, Role.id.SitePersonnel, Role.id.SiteCallCenterAgent])(
    "shows role %i the messages of the company they act for, without one-time links",
    async (role) => {
      expect((await setMails(role, { companyID: other }, "acme")).map(([, body]) => body)).toEqual([
        textFor(Role.id.Admin),
        textFor(Role.id.Owner)
      ])
    }
  )

  it("shows a Super Admin one-time links too", async () => {
    const shown = await setMails(Role.id.SuperAdmin, { companyID: other }, "acme")
    expect(shown.map(([, body]) => body)).toEqual([whole, whole])
  })

  it.each([Role.id.Personnel, Role.id.CallCenterAgent, Role.id.RestrictedPersonnel, Role.id.Vendor])(
    "is closed to role %i",
    async (role) => {
      expect((await server.fetch("/api/outbox", { token: await server.enter("acme", role) })).status).toBe(403)
    }
  )

  it("shows a restricted user only messages to them or caused by them", async () => {
    const confine = (facilities: string) =>
      server.sql((sql) =>
        sql.unsafe(`UPDATE users SET facility_ids = '${facilities}' WHERE email = '${to(Role.id.Owner)}'`)
      )
    await confine("{1}")
    const mails = await list(await server.enter("zebra", Role.id.Owner))
    await confine("{}")
    expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set([to(Role.id.Owner)]))
  })

  describe("the attachment of a message", () => {
    const ask = async (token: string, company = "acme", query = "") => {
      const chief = await server.enter(company, Role.id.SuperAdmin)
      const report = (await list(chief)).find(({ subject }) => subject === "a report")
      return server.fetch(`/api/outbox/${report?.mailID ?? 0}/file${query}`, { token })
    }

    it("can be downloaded by Admins and Owners of its company, with a record", async () => {
      for (const role of [Role.id.Admin, Role.id.Owner, Role.id.SuperAdmin]) {
        const { status, text, headers } = await ask(await server.enter("acme", role))
        expect([role, status, text]).toEqual([role, 200, "workbook of acme"])
        expect(headers.get("content-disposition")).toBe('attachment; filename="requests-2026-11-21.xlsx"')
        expect(headers.get("content-type")).toContain("spreadsheetml.sheet")
      }
      const chief = await server.enter("acme", Role.id.SuperAdmin)
      const { data } = await server.call(chief, (api) => api.audit.list({ query: { action: "outbox.file" } }))
      expect(data.map(({ userName }) => userName)).toEqual(["Super Admin acme", "Owner acme", "Admin acme"])
      expect(JSON.parse(data[0]?.payload ?? "{}")).toMatchObject({ file: "requests-2026-11-21.xlsx" })
    })

    it("is named in the list and with the message, or missing if there is none", async () => {
      const owner = await server.enter("acme", Role.id.Owner)
      const mails = await list(owner)
      expect(mails.map(({ attachment }) => attachment).filter((name) => name !== null)).toEqual([
        "requests-2026-11-21.xlsx"
      ])
      const plain = mails.find(({ attachment }) => attachment === null)
      const answer = await server.fetch(`/api/outbox/${plain?.mailID ?? 0}/file`, { token: owner })
      expect(answer).toMatchObject({ status: 404, json: { code: "MailFileNotFound" } })
    })

    it("of another company is available only to site roles acting for it", async () => {
      const missing = { status: 404, json: { code: "MailNotFound" } }
      expect(await ask(await server.enter("acme", Role.id.Owner), "zebra")).toMatchObject(missing)
      expect(await ask(await server.enter("acme", Role.id.SiteAdmin), "zebra")).toMatchObject(missing)
      const acting = await ask(await server.enter("acme", Role.id.SiteAdmin), "zebra", `?companyID=${other}`)
      expect([acting.status, acting.text]).toEqual([200, "workbook of zebra"])
    })

    it("is hidden from users who can't read the message, and deleted after sending", async () => {
      const sql = (text: string) => server.sql((client) => client.unsafe(text))
      const { Admin, Owner } = Role.id
      await sql(`UPDATE users SET facility_ids = '{1}' WHERE email IN ('${to(Admin)}', '${to(Owner)}')`)
      expect((await ask(await server.enter("zebra", Admin), "zebra")).status).toBe(404)
      expect((await ask(await server.enter("zebra", Owner), "zebra")).status).toBe(200)
      await sql(`UPDATE users SET facility_ids = '{}' WHERE email IN ('${to(Admin)}', '${to(Owner)}')`)
      expect((await ask(await server.enter("zebra", Role.id.CallCenterAgent), "zebra")).status).toBe(403)
      await sql("UPDATE outbox SET link_apart = false WHERE subject = 'a report'")
      const hidden = await ask(await server.enter("zebra", Admin), "zebra")
      await sql("UPDATE outbox SET link_apart = true WHERE subject = 'a report'")
      expect(hidden).toMatchObject({ status: 404, json: { code: "MailFileNotFound" } })
      // What the queue writes after a message is sent.
      const sent = "sealed = '', sealed_attachment = NULL, state = 'sent'"
      await sql(`UPDATE outbox SET ${sent} WHERE subject = 'a report' AND recipient = '${to(Owner)}'`)
      const gone = await ask(await server.enter("zebra", Owner), "zebra")
      expect(gone).toMatchObject({ status: 404, json: { code: "MailFileNotFound" } })
      const mails = await list(await server.enter("zebra", Owner))
      expect(mails.map(({ attachment }) => attachment)).not.toContain("requests-2026-11-21.xlsx")
    })
  })

  it("hides the text of messages stored before links were sealed separately", async () => {
    const sql = (text: string) => server.sql((client) => client.unsafe(text))
    await sql("UPDATE outbox SET link_apart = false WHERE subject = 'message 1'")
    const shown = await list(await server.enter("acme", Role.id.Owner))
    await sql("UPDATE outbox SET link_apart = true WHERE subject = 'message 1'")
    expect(shown.map(({ subject, body }) => [subject, body === null])).toEqual([
      ...[5, 4, 3, 2].map((nth) => [`message ${nth}`, false]),
      ["message 1", true],
      ["a report", false]
    ])
  })

  it("audits every reading of a message, and nothing else", async () => {
    const chief = await server.enter("acme", Role.id.SuperAdmin)
    const reads = async () =>
      (await server.call(chief, (api) => api.audit.list({ query: { action: "outbox.read" } }))).data
    const before = (await reads()).length
    await list(await server.enter("acme", Role.id.SiteAdmin), { companyID: other })
    expect(await reads()).toHaveLength(before)
    const mails = await list(chief, { count: 2 })
    const [record, ...rest] = await reads()
    expect(rest).toHaveLength(before)
    expect(record).toMatchObject({ subject: "outbox", userName: "Super Admin acme" })
    expect(JSON.parse(record?.payload ?? "{}")).toMatchObject({
      mailIDs: mails.map(({ mailID }) => mailID).join(" ")
    })
    expect(record?.payload).not.toContain("Grüße")
  })

  it("shows no message whose reading can't be recorded", async () => {
    const chief = await server.enter("acme", Role.id.SuperAdmin)
    const sql = (text: string) => server.sql((client) => client.unsafe(text))
    await sql("ALTER TABLE audit_records RENAME TO audit_away")
    const answer = await server.fetch("/api/outbox", { token: chief })
    await sql("ALTER TABLE audit_away RENAME TO audit_records")
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.text).not.toContain("Grüße")
  })
})
