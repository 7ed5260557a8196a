import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { UserId } from "#core/base/ids.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { emailOf } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"

const invited = "somebody@elsewhere.example.com"

sharePlace(Role.id.Admin)

describe("lockdesk outbox", () => {
  it("shows the sender of a transfer its link only once", async () => {
    const sent = await admin.run(["facilities", "transfer", "Maple St", invited, "--yes", "--json", "link"])
    expect([sent.code, sent.stderr]).toEqual([0, ""])
    const { link } = JSON.parse(sent.stdout) as { link: string }
    expect(link).toMatch(/\/Account\/FacilityTransfer\?token=[\w-]{43}$/)

    const listed = await admin.run(["outbox", "ls", "--json"])
    const [mail] = JSON.parse(listed.stdout) as ReadonlyArray<{ mailID: number; to: string }>
    expect(mail?.to).toBe(invited)
    const shown = await admin.run(["outbox", "show", String(mail?.mailID)])
    expect(shown.stdout).toContain("offers your company the facility Maple St")
    expect(shown.stdout).toContain(`[one-time link, shown only to ${invited} and Super Admins]`)
    expect(listed.stdout + shown.stdout).not.toContain(link.split("token=")[1])
  })

  it("writes a message's attachment under its own name, another name, or to a pipe", async () => {
    const name = "requests-2026-11-21.xlsx"
    const bytes = Buffer.from([80, 75, 3, 4, 0, 255, 13, 10])
    const mailID = await place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const owners = yield* sql<{ id: UserId }>`
          SELECT user_id AS id FROM users WHERE company_id = ${place.companyID} AND role_id = ${Role.id.Owner}`
        const mailer = yield* Mailer
        const message = {
          companyID: place.companyID,
          userID: insertedRow(owners).id,
          to: emailOf("acme", Role.id.Owner)
        }
        yield* mailer.send({ ...message, subject: "a report", body: "See the file.", attachment: { name, bytes } })
        const [mail] = yield* sql<{ id: number }>`SELECT max(mail_id) AS id FROM outbox`
        return String(mail?.id)
      })
    )
    expect((await admin.run(["outbox", "show", mailID])).stdout).toMatch(/^Attachment\s+requests-2026-11-21\.xlsx$/m)
    const saved = await admin.run(["outbox", "file", mailID, "--json"])
    expect([saved.code, JSON.parse(saved.stdout)]).toEqual([0, { file: name, bytes: bytes.length }])
    expect(readFileSync(join(admin.work, name))).toEqual(bytes)
    const again = await admin.run(["outbox", "file", mailID])
    expect([again.code, errorOf(again)["message"]]).toEqual([2, expect.stringContaining("already exists")])
    const piped = await admin.shell(`"$LOCKDESK" outbox file ${mailID} --output - | od -An -tu1`)
    expect(piped.stdout.trim().split(/\s+/).map(Number)).toEqual([...bytes])
    const none = await admin.run(["outbox", "file", "1"])
    expect([none.code, errorOf(none)["code"]]).toEqual([6, "MailFileNotFound"])
  })

  it("says to the minute when a message was sent, or will be tried again", async () => {
    // As after a provider accepted one message and put off another.
    await place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          UPDATE outbox SET state = s.state, attempts = 2, sent_at = s.sent, next_at = s.next, failure = s.failure
          FROM (VALUES (1, 'sent', '2026-11-29T05:17:51.119Z'::timestamptz, NULL, NULL),
            (2, 'waiting', NULL, '2026-11-29T05:18:22.682Z'::timestamptz, '451 later')) AS s(id, state, sent, next, failure)
          WHERE mail_id = s.id`
      )
    )
    const stateOf = async (mailID: string) =>
      /^State\s+(.*)$/m.exec((await admin.run(["outbox", "show", mailID])).stdout)?.[1]
    expect(await stateOf("1")).toBe("Sent 2026-11-29 05:17 UTC")
    expect(await stateOf("2")).toBe("Waiting after 2 attempts, next 2026-11-29 05:18 UTC: 451 later")
  })

  it("reports an unknown message", async () => {
    const missing = await admin.run(["outbox", "show", "999999"])
    expect([missing.code, missing.stdout, errorOf(missing)["message"]]).toEqual([
      6,
      "",
      "The outbox has no message 999999."
    ])
  })

  it("is closed to a Call Center Agent", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    expect((await agent.run(["outbox", "ls"])).code).toBe(5)
  })
})

describe("lockdesk notices", () => {
  it("shows a Super Admin's announcement until it is read", async () => {
    const chief = await place.signedIn(Role.id.SuperAdmin)
    const args = ["notices", "broadcast", "Maintenance tonight", "--audience", "All users"]
    expect((await chief.run([...args, "--no-input"])).code).toBe(2)
    const sent = await chief.run([...args, "--yes", "--json", "recipients"])
    expect([sent.code, JSON.parse(sent.stdout)]).toEqual([0, { recipients: Role.rows.length }])

    const unread = async () => {
      const { stdout } = await admin.run(["notices", "ls", "--unread", "--json", "message,kind"])
      return JSON.parse(stdout) as unknown
    }
    expect(await unread()).toEqual([{ message: "Maintenance tonight", kind: "success" }])
    expect((await admin.run(["notices", "read"])).stdout).toContain("1")
    expect(await unread()).toEqual([])
  })

  it("sends an announcement to a user by email, name or id, and to a company by name", async () => {
    const chief = await place.signedIn(Role.id.SuperAdmin)
    const sent = async (...to: ReadonlyArray<string>) => {
      const args = ["notices", "broadcast", "Hello", "--yes", "--json", "recipients", "--audience", ...to]
      const { code, stdout, stderr } = await chief.run(args)
      return code === 0 ? (JSON.parse(stdout) as unknown) : stderr
    }
    expect(await sent("One user", "--to-user", emailOf("acme", Role.id.Admin))).toEqual({ recipients: 1 })
    expect(await sent("One user", "--to-user", "1")).toEqual({ recipients: 1 })
    // Of a user of another company only the id is known to the server.
    expect(await sent("One user", "--to-user", "999")).not.toContain("in your company")
    expect(await sent("One user", "--to-user", "nobody")).toContain("No user in your company matches 'nobody'.")
    expect(await sent("Users in a company", "--to-company", "acme")).toEqual({ recipients: Role.rows.length })
  })

  it("names the problems of an announcement", async () => {
    const chief = await place.signedIn(Role.id.SuperAdmin)
    const args = ["notices", "broadcast", "Hello", "--audience", "One user", "--yes"]
    const refused = await chief.run(args)
    expect([refused.code, errorOf(refused)["message"]]).toEqual([2, "Choose the user."])
  })
})
