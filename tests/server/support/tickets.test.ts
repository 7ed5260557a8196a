import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { TicketId } from "#core/support/ticketIds.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer, wide } from "../../support/testServer.ts"

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7, 7, 7])
const sized = (bytes: number) => {
  const image = new Uint8Array(bytes)
  image.set(png)
  return image
}
const file = (name: string, bytes: Uint8Array<ArrayBuffer>, type = "image/png") => new File([bytes], name, { type })

describe.each(usualHomes)("support tickets, on $name", (home) => {
  let server: TestServer
  let maple: FacilityId
  let theirs: FacilityId
  const clock = movableClock()
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme")
        const other = yield* makeCompany("other")
        maple = yield* makeFacility(companyID, "Maple St")
        theirs = yield* makeFacility(other.companyID, "Zebra")
      }),
      {
        clock,
        supportAddress: "help@desk.example.com",
        limits: { ...wide, ticketPerUser: { times: 40, seconds: 60 } }
      }
    )
  })
  afterAll(() => server.close())

  interface Given {
    readonly subject?: string
    readonly category?: string
    readonly description?: string
    readonly facilityIDs?: ReadonlyArray<FacilityId | string>
    readonly files?: ReadonlyArray<File>
  }
  const good = { subject: "Cannot open", category: "Lock Inquiry", description: "The lock 00012345\nstays shut." }
  const send = async (given: Given = {}, role: RoleId = Role.id.Owner) => {
    const { files = [], facilityIDs = [], ...texts } = { ...good, ...given }
    const form = new FormData()
    for (const [name, text] of Object.entries(texts)) form.append(name, text)
    for (const id of facilityIDs) form.append("facilityIDs", String(id))
    for (const each of files) form.append("files", each)
    const response = await fetch(`${server.address}/api/customer-service/ticket`, {
      method: "POST",
      headers: { authorization: await server.enter("acme", role) },
      body: form
    })
    const json = (await response.json()) as {
      code?: string
      error?: string
      message?: string
      data?: { ticketID?: TicketId; reason?: string; file?: string | null; issues?: ReadonlyArray<{ path: string }> }
    }
    return { status: response.status, ...json }
  }
  const sql = <A>(use: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) => server.sql(use)
  const count = async () => (await sql<{ n: number }>((sql) => sql`SELECT count(*)::int AS n FROM tickets`))[0]?.n ?? -1
  const mails = async () =>
    (await server.call(await server.enter("acme", Role.id.SuperAdmin), (api) => api.outbox.list({ query: {} }))).data

  it("are stored sealed with their images, recorded, and mailed to support", async () => {
    const answer = await send({ facilityIDs: [maple, maple], files: [file("a.png", png), file("b.jpg", jpeg)] })
    expect(answer).toMatchObject({ status: 200, message: "Support Ticket Created!" })
    const id = answer.data?.ticketID
    const [row] = await sql<{ subject: string; facility_ids: ReadonlyArray<number>; sealed: Uint8Array }>(
      (sql) => sql`SELECT subject, facility_ids, sealed FROM tickets WHERE ticket_id = ${id ?? 0}`
    )
    expect(row).toMatchObject({ subject: "Cannot open", facility_ids: [maple] })
    expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toContain("00012345")
    const images = await sql<{ name: string; content_type: string }>(
      (sql) => sql`SELECT name, content_type FROM ticket_images WHERE ticket_id = ${id ?? 0} ORDER BY nth`
    )
    expect(images).toEqual([
      { name: "a.png", content_type: "image/png" },
      { name: "b.jpg", content_type: "image/jpeg" }
    ])
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: "help@desk.example.com", subject: `[Ticket ${id}] Cannot open` })
    for (const part of ["Owner acme <owner@acme.example.com>", `Maple St (${maple})`, "a.png", "Lock Inquiry"]) {
      expect(mail?.body).toContain(part)
    }
    expect(mail?.body).toContain("The lock 00012345\nstays shut.")
    const { data } = await server.call(await server.enter("acme", Role.id.Owner), (api) =>
      api.audit.list({ query: { action: "tickets.create" } })
    )
    expect(JSON.parse(data[0]?.payload ?? "")).toMatchObject({ subject: `ticket ${id}`, facilities: 1, images: 2 })
    expect(data[0]?.payload).not.toContain("00012345")
  })

  it("need subject, category and description", async () => {
    const before = await count()
    const none = await send({ subject: " ", category: "", description: "" })
    expect(none).toMatchObject({
      status: 422,
      code: "TicketRefused",
      error: "Subject is required. Category is required. Description is required."
    })
    expect(none.data?.issues?.map(({ path }) => path)).toEqual(["subject", "category", "description"])
    expect((await send({ category: "Gossip" })).code).toBe("TicketRefused")
    expect((await send({ subject: "x".repeat(201) })).error).toBe("Subject cannot be more than 200 characters.")
    expect((await send({ description: "x\0y" })).code).toBe("TicketRefused")
    expect(await count()).toBe(before)
  })

  it("accept at most 5 images of 5 MB, recognized by content", async () => {
    const before = await count()
    const six = Array.from({ length: 6 }, (_, nth) => file(`${nth}.png`, png))
    expect(await send({ files: six })).toMatchObject({
      status: 422,
      code: "AttachmentRefused",
      error: "Limits total attachment count to 5."
    })
    const large = file("large.png", sized(ticketLimits.imageBytes + 1))
    expect(await send({ files: [large] })).toMatchObject({ status: 422, error: "Limits attachment size to 5MB." })
    const endless = file("endless.png", sized(3 * ticketLimits.imageBytes))
    expect(await send({ files: [endless] })).toMatchObject({ status: 422, error: "Limits attachment size to 5MB." })
    const disguised = file("page.png", new TextEncoder().encode("<script>alert(1)</script>"))
    expect(await send({ files: [disguised] })).toMatchObject({
      status: 422,
      error: "Attachments are JPEG or PNG images.",
      data: { file: "page.png", reason: "NotAnImage" }
    })
    expect(await count()).toBe(before)
    const most = Array.from({ length: 5 }, (_, nth) => file(`../../${nth}.png`, sized(ticketLimits.imageBytes)))
    expect((await send({ files: most })).status).toBe(200)
    const names = await sql<{ name: string }>(
      (sql) => sql`SELECT name FROM ticket_images ORDER BY ticket_id DESC, nth LIMIT 5`
    )
    expect(names.map(({ name }) => name)).toEqual(["0.png", "1.png", "2.png", "3.png", "4.png"])
  }, 60_000)

  it("can name only facilities of the user's own company", async () => {
    const before = await count()
    expect(await send({ facilityIDs: [maple, theirs] })).toMatchObject({ status: 404, code: "FacilityNotFound" })
    expect(await send({ facilityIDs: [FacilityId.make(2_000_000_000)] })).toMatchObject({
      status: 404,
      code: "FacilityNotFound"
    })
    expect(await send({ facilityIDs: ["x"] })).toMatchObject({ status: 400, code: "Malformed" })
    expect(await count()).toBe(before)
  })

  it("can be sent by every signed-in user, and no one else", async () => {
    for (const role of Role.ids) expect([role, (await send({}, role)).status]).toEqual([role, 200])
    const form = new FormData()
    form.append("subject", "x")
    const nobody = await fetch(`${server.address}/api/customer-service/ticket`, { method: "POST", body: form })
    expect(nobody.status).toBe(401)
  })

  it("about a bulk activation are plain JSON, and always for the session's own company", async () => {
    const token = await server.enter("acme", Role.id.Personnel)
    const answer = await server.fetch("/api/customer-service/bulk-activation-ticket", {
      method: "POST",
      token,
      body: { subject: "Failed to Activate Locks", companyName: "Zebra Inc", companyID: 2, description: "Box 7" }
    })
    expect([answer.status, answer.json]).toMatchObject([200, { success: true, message: "Support Ticket Created!" }])
    const [mail] = await mails()
    expect(mail?.subject).toContain("Failed to Activate Locks")
    expect(mail?.body).toContain("Company: acme (")
    expect(mail?.body).not.toContain("Zebra")
    const empty = await server.fetch("/api/customer-service/bulk-activation-ticket", {
      method: "POST",
      token,
      body: { subject: "", description: "" }
    })
    expect([empty.status, empty.json]).toMatchObject([422, { code: "TicketRefused" }])
  })

  it("with an invalid form are refused with a message", async () => {
    const token = await server.enter("acme", Role.id.Owner)
    const json = await server.fetch("/api/customer-service/ticket", { method: "POST", token, body: good })
    expect([json.status, json.json]).toMatchObject([
      415,
      { code: "WrongContentType", error: "This endpoint expects a form." }
    ])
    const broken = await server.fetch("/api/customer-service/ticket", {
      method: "POST",
      token,
      body: "--x\r\nContent-Disposition: form-data; name=",
      headers: { "content-type": "multipart/form-data; boundary=x" }
    })
    expect([broken.status, broken.json]).toMatchObject([400, { code: "Malformed" }])
  })

  describe("are read by Super Admins", () => {
    const tickets = async (role: RoleId, query = "", company = "acme") =>
      server.fetch(`/api/customer-service/tickets${query}`, { token: await server.enter(company, role) })
    const image = async (path: string, role: RoleId = Role.id.SuperAdmin, company = "acme") =>
      fetch(`${server.address}/api/customer-service/tickets/${path}`, {
        headers: { authorization: await server.enter(company, role) }
      })
    const readings = async (name: string) => {
      const token = await server.enter(name, Role.id.Owner)
      const { data } = await server.call(token, (api) => api.audit.list({ query: { action: "tickets.read" } }))
      return data.map(({ payload }) => JSON.parse(payload) as Readonly<Record<string, unknown>>)
    }
    let made = 0
    beforeAll(async () => {
      clock.advance(120_000)
      const files = [file("a.png", png), file('x"\r\nset-cookie: a=b.jpg', jpeg, "text/html")]
      made = (await send({ facilityIDs: [maple], files })).data?.ticketID ?? 0
    })

    it("newest first, page by page, each reading audited", async () => {
      const { status, json } = await tickets(Role.id.SuperAdmin, "?count=1")
      expect(status).toBe(200)
      expect((json as { data: unknown }).data).toEqual([
        {
          ticketID: made,
          createdOn: expect.stringMatching(/Z$/) as string,
          companyName: "acme",
          from: "Owner acme <owner@acme.example.com>",
          subject: "Cannot open",
          images: ["a.png", expect.stringContaining(".jpg") as string],
          category: "Lock Inquiry",
          companyID: expect.any(Number) as number,
          facilities: ["Maple St"],
          description: "The lock 00012345\nstays shut."
        }
      ])
      const older = await tickets(Role.id.SuperAdmin, `?count=2&from=${made}`)
      const ids = (older.json as { data: ReadonlyArray<{ ticketID: TicketId }> }).data.map(({ ticketID }) => ticketID)
      expect(ids).toEqual([made - 1, made - 2])
      const [last, before] = await readings("acme")
      expect(last).toMatchObject({ subject: "tickets", ticketIDs: `${made - 1} ${made - 2}` })
      expect(before).toMatchObject({ ticketIDs: String(made) })
      expect(JSON.stringify([last, before])).not.toContain("00012345")
    })

    it("with their images as inert files, each reading audited", async () => {
      for (const [nth, bytes, type, name] of [
        [1, png, "image/png", "png"],
        [2, jpeg, "image/jpeg", "jpg"]
      ] as const) {
        const answer = await image(`${made}/images/${nth}`)
        expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([200, bytes])
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "content-type": type,
          "x-content-type-options": "nosniff",
          "content-disposition": `attachment; filename="ticket-${made}-image-${nth}.${name}"`,
          "content-security-policy": expect.stringContaining("sandbox") as string,
          "cache-control": "no-store"
        })
        expect(answer.headers.get("set-cookie")).toBeNull()
        expect((await readings("acme"))[0]).toMatchObject({ subject: `ticket ${made}`, image: nth })
      }
    })

    it("but by no other role", async () => {
      const before = await readings("acme")
      for (const role of Role.ids.filter((id) => id !== Role.id.SuperAdmin)) {
        const refused = await tickets(role)
        expect([role, refused.status]).toEqual([role, 403])
        const denied = await image(`${made}/images/1`, role)
        expect([role, denied.status, await denied.text()]).toEqual([role, 403, expect.not.stringContaining("PNG")])
      }
      expect((await server.fetch("/api/customer-service/tickets")).status).toBe(401)
      expect((await fetch(`${server.address}/api/customer-service/tickets/${made}/images/1`)).status).toBe(401)
      expect(await readings("acme")).toEqual(before)
    })

    it("of every company or the named one, in whose own log the reading is recorded", async () => {
      const { SuperAdmin } = Role.id
      const idOf = async (company: string) =>
        (await server.call(await server.enter(company, Role.id.Owner), (api) => api.auth.user({ query: {} }))).data
          .companyID
      const [ours, others] = [await idOf("acme"), await idOf("other")]
      const before = (await readings("acme")).length
      expect((await tickets(SuperAdmin, "?count=1", "other")).json).toMatchObject({ data: [{ ticketID: made }] })
      expect((await tickets(SuperAdmin, `?companyID=${ours}&count=1`, "other")).json).toMatchObject({
        data: [{ ticketID: made, companyID: ours }]
      })
      expect((await image(`${made}/images/1`, SuperAdmin, "other")).status).toBe(200)
      expect((await readings("acme")).length).toBe(before + 3)
      expect((await tickets(SuperAdmin, `?companyID=${others}`)).json).toMatchObject({ data: [] })
      const named = await image(`${made}/images/1?companyID=${others}`)
      expect([named.status, await named.json()]).toMatchObject([
        404,
        { code: "TicketNotFound", data: { ticketID: made, image: 1 } }
      ])
      expect((await readings("acme")).length).toBe(before + 3)
      expect(await readings("other")).toEqual([])
    })

    it("with 404 for an image that does not exist", async () => {
      for (const path of [`${made}/images/3`, "2000000000/images/1"]) expect((await image(path)).status).toBe(404)
      for (const path of [`${made}/images/0`, `${made}/images/6`, "x/images/1"]) {
        expect((await image(path)).status).toBe(400)
      }
    })
  })

  it("are limited per user", async () => {
    clock.advance(120_000)
    for (let nth = 0; nth < 40; nth++) expect((await send({}, Role.id.Vendor)).status).toBe(200)
    expect(await send({}, Role.id.Vendor)).toMatchObject({ status: 429, code: "TooManyRequests" })
    expect((await send({}, Role.id.Admin)).status).toBe(200)
  })
})
