import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { hostileTexts } from "../../hostile/hostileValues.ts"
import { field } from "../support/controls.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { emailOf, makeCompany, makeFacility } from "../../support/fixture.ts"
import { inTurn } from "../../support/turns.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Texts that are valid names, and how each is stored. */
const names: ReadonlyArray<readonly [typed: string, kept: string]> = [
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["'; DROP TABLE locks; --", "'; DROP TABLE locks; --"],
  ["=1+1", "=1+1"],
  ["{{7*7}}", "{{7*7}}"],
  ["__proto__", "__proto__"],
  ["\u202etxt.exe", "txt.exe"]
]

shareDesk(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    yield* makeFacility(companyID, "Maple St")
  })
)

const one = async <Row extends object>(query: string): Promise<Row | undefined> => {
  const rows = await desk.server.sql((sql) => sql.unsafe<Row>(query))
  return rows[0]
}
const closed = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.does("form.submit").last().getAttribute("aria-disabled")) === "true"
/** Types every hostile text into one of the fields; the screen must survive. Server tests try each text in every field. */
const typesAll = async (visitor: Visitor, labels: ReadonlyArray<string>, heading: string): Promise<void> => {
  for (const [at, label] of labels.entries()) {
    for (const text of inTurn(hostileTexts, labels.length, at)) {
      await field(visitor, label).fill(text)
      await field(visitor, label).blur()
    }
  }
  await visitor.sees(heading)
}

const vendor = emailOf("acme", Role.id.Vendor)
const user = () =>
  one<{ id: number; first: string }>(`SELECT user_id AS id, first_name AS first FROM users WHERE email = '${vendor}'`)
const contact = async () =>
  (await one<{ name: string }>("SELECT contact_name AS name FROM companies WHERE name = 'acme'"))?.name
const editsUser = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner, path: `/team/users/${(await user())?.id ?? 0}` })
  await visitor.sees("Edit User")
  return visitor
}
const editsDetails = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner, path: "/settings/general" })
  await visitor.sees("General settings")
  await field(visitor, "Company name").waitFor()
  return visitor
}

describe("hostile texts", () => {
  it("break nothing in the user form, and are not saved where they are invalid names", async () => {
    const visitor = await editsUser()
    await typesAll(visitor, ["First name *", "Last name *", "Email *"], "Edit User")
    expect(await closed(visitor)).toBe(true)
    expect((await user())?.first).toBe("Vendor")
    expect(await unsound(visitor.page)).toEqual([])
  })

  it.each(names)("are saved as the name %s of a user", async (typed, kept) => {
    const visitor = await editsUser()
    await field(visitor, "First name *").fill(typed)
    await visitor.press("Control+Enter")
    await visitor.isAt("/team/users")
    expect((await user())?.first).toBe(kept)
    await visitor.reads(`${kept} acme`)
  })

  it("break nothing in the company's details", async () => {
    const visitor = await editsDetails()
    const labels = ["Company name", "Contact name", "Contact email", "Contact phone", "Web App Timeout"]
    await typesAll(visitor, labels, "General settings")
    expect(await unsound(visitor.page)).toEqual([])
    expect(await contact()).toBe("")
  })

  it("are saved as contact names", async () => {
    const visitor = await editsDetails()
    for (const [typed, kept] of names) {
      await field(visitor, "Contact name").fill(typed)
      await visitor.press("Control+Enter")
      await expect.poll(contact).toBe(kept)
      await expect.poll(() => field(visitor, "Contact name").inputValue()).toBe(kept)
    }
  })
})
