import { readFileSync } from "node:fs"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { csvLine } from "#core/base/csvText.ts"
import { axeFindings } from "../support/axe.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

const path = "/team/users/import"

let desk: Desk
let owner = ""
beforeAll(async () => {
  desk = await openDesk()
  owner = await desk.server.enter("acme", Role.id.Owner)
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const users = async () => (await desk.server.call(owner, (api) => api.users.list({ query: {} }))).data
const named = async (email: string) => (await users()).find((user) => user.email === email)
const csv = (...rows: ReadonlyArray<ReadonlyArray<string>>): string => rows.map((row) => csvLine(row)).join("")
const give = ({ page }: Visitor, text: string, name = "team.csv") =>
  page.getByLabel("File of users").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) })
const open = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner, path })
  await visitor.sees("Import users")
  return visitor
}
const header = ["E-Mail address", "first", "Family name", "Role", "Sites", "State"]

describe("importing users", () => {
  it("maps, checks and imports a file by keys, and gives the refused rows back to be fixed", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/team/users" })
    await visitor.reads("Vendor acme")
    await visitor.does("users.importFile").click()
    await visitor.isAt(path)
    await give(
      visitor,
      csv(
        header,
        ["ida@acme.example.com", "Ida", "Ito", "Personnel", "all", "Active"],
        ["jo@acme.example.com", "Jo", "Jay", "Nobody", "all", "Active"],
        ["nobody", "No", "Body", "Personnel", "", ""]
      )
    )
    await visitor.reads("3 rows")
    expect(await visitor.page.getByLabel("E-Mail address").locator("option:checked").innerText()).toBe("email")
    expect(await unsound(visitor.page)).toEqual([])
    expect(await axeFindings(visitor.page)).toEqual([])
    const before = (await users()).length
    await visitor.press("Control+Enter")
    await visitor.reads("1 user will be added and invited by email, 0 changed; 0 unchanged; 2 would be refused.")
    await visitor.reads("'Nobody' is not a role.")
    expect((await users()).length).toBe(before)
    const saving = visitor.page.waitForEvent("download")
    await visitor.does("userImport.failedRows").click()
    const saved = readFileSync(await (await saving).path(), "utf8")
    expect(saved.split("\r\n")[0]).toBe([...header, "error", "fix"].join(","))
    await visitor.press("Control+Enter")
    await visitor.reads("Done: 1 added, 0 changed, 0 unchanged, 2 refused.")
    expect(await named("ida@acme.example.com")).toMatchObject({
      name: "Ida Ito",
      roleID: Role.id.Personnel,
      invited: true
    })
    // The file that came back, fixed, touches only its rows.
    await give(visitor, saved.replace("Nobody", "Vendor").replace("nobody", "no@acme.example.com"), "fixed.csv")
    await visitor.reads("2 rows")
    await visitor.press("Control+Enter")
    await visitor.reads("2 users will be added and invited by email, 0 changed; 0 unchanged.")
    await visitor.press("Control+Enter")
    await visitor.reads("Done: 2 added, 0 changed, 0 unchanged, 0 refused.")
    expect(await named("jo@acme.example.com")).toMatchObject({ roleID: Role.id.Vendor })
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("goes on where it stopped, and does no row twice", async () => {
    const visitor = await open()
    const rows = Array.from({ length: 250 }, (_, nth) => [
      `n${nth}@acme.example.com`,
      "N",
      `Number ${nth}`,
      "Vendor",
      "",
      ""
    ])
    await give(visitor, csv(header, ...rows))
    await visitor.reads("250 rows")
    await visitor.does("userImport.check").click()
    await visitor.reads("250 users will be added")
    visitor.expects(/ERR_FAILED/)
    let sent = 0
    await visitor.page.route("**/users/import*", (route) => (++sent === 2 ? route.abort() : route.continue()))
    await visitor.does("userImport.apply").click()
    await visitor.reads("Stopped after 100 of 250 rows: 100 added")
    await visitor.does("userImport.resume").click()
    await visitor.reads("Done: 250 added, 0 changed, 0 unchanged, 0 refused.")
    await visitor.page.unroute("**/users/import*")
    // The same file again finds everybody as asked.
    await give(visitor, csv(header, ...rows))
    await visitor.does("userImport.check").click()
    await visitor.reads("0 users will be added and invited by email, 0 changed; 250 unchanged.")
    expect(await visitor.does("userImport.apply").getAttribute("aria-disabled")).toBe("true")
  })

  it("says what is wrong with a file, and wants a column of emails", async () => {
    const visitor = await open()
    await give(visitor, "%PDF-1.7 \n%", "team.csv")
    await visitor.reads("This is neither a CSV file nor an Excel workbook")
    await give(visitor, "name,role\r\nIda,Vendor\r\n")
    await visitor.reads("1 row")
    expect(await visitor.does("userImport.check").getAttribute("aria-disabled")).toBe("true")
    await visitor.page.getByLabel("name", { exact: true }).selectOption("email")
    await expect.poll(() => visitor.does("userImport.check").getAttribute("aria-disabled")).toBe("false")
  })

  it("is not for who only looks", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path })
    await visitor.isAt("/team/users")
  })
})
