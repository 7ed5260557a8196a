import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, place, sharePlace, user as machine } from "./support/sharePlace.ts"

sharePlace(Role.id.CallCenterAgent)
beforeAll(async () => {
  file("a.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]))
  file("b.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]))
  file("c.png", "no image")
})

const good = ["--subject", "Gate", "--category", "Lock Inquiry", "--description", "It stays shut."]
const tickets = () =>
  place.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ subject: string; images: number }>`
        SELECT subject, (SELECT count(*)::int FROM ticket_images i WHERE i.ticket_id = t.ticket_id) AS images
        FROM tickets t ORDER BY ticket_id`
    )
  )

describe("lockdesk tickets create", () => {
  it("sends a ticket with images, and prints its number", async () => {
    const args = ["tickets", "create", ...good, "--serial-code", "10000002", "--facility", "Maple St"]
    const { code, stdout, stderr } = await machine.run([...args, "--files", "a.png, b.jpg", "--json"])
    expect([code, stderr]).toEqual([0, ""])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { ticketID: expect.any(Number), message: "Support Ticket Created!" }
    ])
    expect(await tickets()).toEqual([{ subject: "Gate", images: 2 }])
    const token = await place.server.enter("acme", Role.id.SuperAdmin)
    const { data } = await place.server.call(token, (api) => api.outbox.list({ query: {} }))
    expect(data[0]?.body).toContain("Serial Code: 10000002\n\nIt stays shut.")
    expect(data[0]?.body).toContain("Facilities: Maple St (")
  })

  it("refuses invalid input before anything is sent", async () => {
    const before = await tickets()
    for (const [args, field, words] of [
      [["--files", "c.png"], "files", /Attachments are JPEG or PNG images/],
      [["--files", "none.png"], "files", /File not found/],
      [["--files", "a.png,a.png,a.png,a.png,a.png,a.png"], "files", /Limits attachment count to 5/],
      [["--serial-code", "12"], "serialCode", /8 digits/]
    ] as const) {
      const ended = await machine.run(["tickets", "create", ...good, ...args])
      expect([args, ended.code, errorOf(ended)["field"]]).toEqual([args, 2, field])
      expect(String(errorOf(ended)["message"])).toMatch(words)
    }
    const odd = await machine.run(["tickets", "create", "--subject", "x", "--category", "Gossip", "--description", "x"])
    expect([odd.code, errorOf(odd)["code"]]).toEqual([2, "TicketRefused"])
    const bare = await machine.run(["tickets", "create", "--subject", "x"])
    expect([bare.code, errorOf(bare)["field"]]).toEqual([2, "category"])
    expect((await machine.run(["tickets", "create", ...good, "--dry-run"])).code).toBe(0)
    expect(await tickets()).toEqual(before)
  })
})

describe("lockdesk tickets ls and image", () => {
  it("show a Super Admin the tickets, and save an image", async () => {
    const support = await place.signedIn(Role.id.SuperAdmin)
    const [{ ticketID }] = JSON.parse((await support.run(["tickets", "ls", "--json"])).stdout) as [{ ticketID: number }]
    const { code, stdout } = await support.run(["tickets", "ls"])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^${ticketID} .*Call Center Agent acme <.*Gate +1: a.png, 2: b.jpg$`, "m"))
    const saved = await support.run(["tickets", "image", String(ticketID), "1", "--output", "saved.png"])
    expect([saved.code, saved.stdout, saved.stderr]).toEqual([0, "File   saved.png\nBytes  9\n", ""])
    const path = join(support.work, "saved.png")
    expect(readFileSync(path)).toEqual(readFileSync(join(machine.work, "a.png")))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const again = await support.run(["tickets", "image", String(ticketID), "2", "--output", "saved.png"])
    expect([again.code, readFileSync(path).length]).toEqual([2, 9])
    expect(
      (await support.run(["tickets", "image", String(ticketID), "2", "--output", "saved.png", "--yes"])).code
    ).toBe(0)
    expect(readFileSync(path).length).toBe(5)
    const unnamed = await support.run(["tickets", "image", String(ticketID), "2", "--json", "file"])
    expect(JSON.parse(unnamed.stdout)).toEqual({ file: `ticket-${ticketID}-image-2.jpg` })
    expect(existsSync(join(support.work, `ticket-${ticketID}-image-2.jpg`))).toBe(true)
    const none = await support.run(["tickets", "image", String(ticketID), "3", "--output", "none.png"])
    expect([none.code, errorOf(none)["code"], existsSync(join(support.work, "none.png"))]).toEqual([
      6,
      "TicketNotFound",
      false
    ])
    expect(errorOf(none)["next"]).toBe("See the tickets and the numbers of their images with: lockdesk tickets ls.")
    const nowhere = await support.run(["tickets", "ls", "--company", "2000000000"])
    expect([nowhere.code, errorOf(nowhere)["code"]]).toEqual([6, "CompanyNotFound"])
  })

  it("are refused to everyone else, before anything is written", async () => {
    const listed = await machine.run(["tickets", "ls"])
    expect([listed.code, listed.stdout]).toEqual([5, ""])
    const refused = await machine.run(["tickets", "image", "1", "1", "--output", "none.png"])
    expect([refused.code, existsSync(join(machine.work, "none.png"))]).toEqual([5, false])
  })
})
