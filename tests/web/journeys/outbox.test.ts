import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { emailOf, makeCompany, userIn } from "../../support/fixture.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

const name = "view-combination-requests-2026-11-21.xlsx"
const workbook = "the bytes of a workbook"

let mailID = 0
shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID, users } = yield* makeCompany("acme")
    const message = {
      companyID,
      userID: userIn(users, Role.id.Owner),
      to: emailOf("acme", Role.id.Owner)
    }
    const mailer = yield* Mailer
    const attachment = { name, bytes: Buffer.from(workbook) }
    yield* mailer.send({ ...message, subject: "Requests of yesterday", body: "The table is attached.", attachment })
    yield* mailer.send({ ...message, subject: "Welcome", body: "No file here." })
    const sql = yield* SqlClient.SqlClient
    const [first] = yield* sql<{ id: number }>`SELECT min(mail_id) AS id FROM outbox`
    mailID = first?.id ?? 0
  })
)

const saves = async (visitor: Visitor, act: () => Promise<unknown>): Promise<readonly [string, string]> => {
  const [download] = await Promise.all([visitor.page.waitForEvent("download"), act()])
  return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")]
}

describe("an email attachment in the outbox", () => {
  it("is saved by keyboard only while reading the message", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/outbox" })
    await visitor.page.getByText("2 messages").waitFor()
    await visitor.press("j", "j", "Enter")
    await visitor.reads("The table is attached.")
    const save = visitor.does("outbox.file")
    await visitor.tabTo(save)
    expect(await saves(visitor, () => visitor.press("Enter"))).toEqual([name, workbook])
    await visitor.reads(`The attachment of message ${mailID} is saved.`)
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("is offered for messages that have one, and by message number in the palette", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/outbox" })
    await visitor.page.getByText("2 messages").waitFor()
    await visitor.press("j", "Enter")
    await visitor.reads("No file here.")
    expect(await visitor.does("outbox.file").count()).toBe(0)
    await visitor.press("Escape")
    await visitor.readsNoMore("No file here.")
    await visitor.runs("Save the attachment of a message")
    await visitor.page.getByPlaceholder("Mail: The number of the message").waitFor()
    await visitor.page.keyboard.type(String(mailID))
    expect(await saves(visitor, () => visitor.press("Enter"))).toEqual([name, workbook])
  })
})
