import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { axeFindings } from "../support/axe.ts"
import { cell, csv, fileOf, grid, importStep } from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

const path = "/team/users/import"
const header = "E-Mail address,first,Family name,Role,Sites,State"

let owner = ""
shareDesk()
beforeAll(async () => {
  owner = await desk.server.enter("acme", Role.id.Owner)
})

const users = async () => (await desk.server.call(owner, (api) => api.users.list({ query: {} }))).data
const named = async (email: string) => (await users()).find((user) => user.email === email)
const open = async (): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner, path })
  await visitor.sees("Import users")
  return visitor
}
/** Chooses a file, uploads it, and waits for the Columns step. */
const send = async (visitor: Visitor, file: ReturnType<typeof csv>): Promise<void> => {
  await fileOf(visitor).setInputFiles(file)
  await visitor.reads(file.name)
  await visitor.does("userImport.upload").click()
  await importStep(visitor, "Columns")
}

describe("a user import", () => {
  it("reports an upload that is answered without content", async () => {
    const visitor = await open()
    await visitor.page.route("**/api/users/import*", (route) => route.fulfill({ status: 204 }))
    await fileOf(visitor).setInputFiles(csv("team.csv", header, "ida@acme.example.com,Ida,Ito,Personnel,all,Active"))
    await visitor.does("userImport.upload").click()
    await visitor.reads("We couldn't read the server's answer.")
  })

  it("runs by keyboard only: file, columns, a cell fixed in place, preview, import", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, path: "/team/users" })
    const { page } = visitor
    const focusAt = (step: string): Promise<void> =>
      visitor.until(`the focus at ${step}`, page.locator(":focus").filter({ hasText: step }).waitFor())
    await visitor.reads("Vendor acme")
    // Registered early, because a key can open the file chooser before a listener registered at that point is ready.
    page.once(
      "filechooser",
      (chooser) =>
        void chooser.setFiles(
          csv(
            "team.csv",
            header,
            "ida@acme.example.com,Ida,Ito,Personnel,all,Active",
            "jo@acme.example.com,Jo,Jay,Nobody,all,Active"
          )
        )
    )
    await visitor.does("users.importFile").press("Enter")
    await visitor.sees("Import users")
    await visitor.until("the file to choose", visitor.does("importScreen.choose").waitFor())
    // Navigation moves the focus to the title; from then on the screen handles keys.
    await visitor.until("the focus at the title", page.locator("h1:focus").waitFor())
    await visitor.press("o")
    await visitor.reads("team.csv")
    // The file name appears once, and "No file chosen" is gone.
    expect(await page.locator("main").innerText()).not.toContain("No file chosen")
    expect(await unsound(page)).toEqual([])
    await visitor.does("userImport.upload").press("Enter")
    await importStep(visitor, "Columns")
    await focusAt("Columns")
    await visitor.reads("Likely match")
    expect(await axeFindings(page)).toEqual([])
    const before = (await users()).length
    await visitor.does("userImport.checkRows").press("Enter")
    await importStep(visitor, "Check")
    await focusAt("Check")
    await visitor.reads("1 issue in 1 of 2 rows.")
    await visitor.reads("a role you can assign")
    // The list of roles is never clipped, however narrow the screen.
    for (const width of [1280, 900, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForFunction(() => {
        const whole = document.querySelector(".whole-text")
        const [own, cell, row] = [whole, whole?.closest(".list-cell, .list-card"), whole?.closest(".list-row")].map(
          (element) => element?.getBoundingClientRect()
        )
        if (own === undefined || cell === undefined || row === undefined) return false
        return own.right <= cell.right + 1 && own.bottom <= row.bottom + 1
      })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await visitor.press("i")
    await visitor.until("a current row", grid(visitor, "Issues").locator(".current").waitFor())
    await visitor.press("Enter")
    await cell(visitor).waitFor()
    expect(await cell(visitor).inputValue()).toBe("Nobody")
    await page.keyboard.type("Vendor")
    await visitor.press("Enter")
    await visitor.reads("No issues in this file.")
    await visitor.does("userImport.preview").press("Enter")
    await importStep(visitor, "Preview")
    await focusAt("Preview")
    await visitor.reads("2 users will be added and invited. Nothing has been imported yet.")
    expect((await users()).length).toBe(before)
    await visitor.does("userImports.commit").press("Enter")
    await visitor.reads("Import 2 users?")
    await visitor.press("Control+Enter")
    await visitor.sees("Imported")
    await visitor.until("the focus at the title", page.locator("#import-now:focus").waitFor())
    await visitor.reads("Users imported successfully")
    await visitor.reads("2 of 2 rows, 2 added")
    expect(await axeFindings(page)).toEqual([])
    expect(await named("ida@acme.example.com")).toMatchObject({ name: "Ida Ito", roleID: Role.id.Personnel })
    expect(await named("jo@acme.example.com")).toMatchObject({ roleID: Role.id.Vendor, invited: true })
  })

  it("resumes by mouse after the page was closed, and returns failed rows to be fixed", async () => {
    const visitor = await open()
    await send(
      visitor,
      csv("closed.csv", header, "n1@acme.example.com,N,One,Vendor,,", "n2@acme.example.com,N,Two,King,,")
    )
    await visitor.page.close()
    const later = await open()
    await later.reads("Unfinished imports")
    await later.page.getByRole("link", { name: "closed.csv" }).click()
    await importStep(later, "Columns")
    await later.does("userImport.checkRows").click()
    await importStep(later, "Check")
    await later.reads("1 issue in 1 of 2 rows.")
    const saving = later.page.waitForEvent("download")
    await later.does("userImport.failedRows").click()
    const saved = readFileSync(await (await saving).path(), "utf8")
    expect(saved.split("\r\n")[0]).toBe(`\uFEFF${header},error,fix`)
    await later.does("userImport.preview").click()
    await importStep(later, "Preview")
    await later.does("userImports.commit").click()
    await later.page.getByRole("dialog").getByRole("button", { name: "Import 1 user" }).click()
    await later.sees("Imported")
    await later.reads("2 of 2 rows, 1 added, 1 failed")
    await later.does("userImport.another").click()
    await later.until("a file can be chosen", later.does("importScreen.choose").waitFor())
    await send(later, csv("fixed.csv", ...saved.replace("King", "Vendor").trimEnd().split("\r\n")))
    await later.does("userImport.checkRows").click()
    await importStep(later, "Preview")
    await later.reads("1 user will be added and invited.")
    await later.does("userImports.commit").click()
    await later.page.getByRole("dialog").getByRole("button", { name: "Import 1 user" }).click()
    await later.sees("Imported")
    expect(await named("n2@acme.example.com")).toMatchObject({ roleID: Role.id.Vendor })
  })

  it("resumes a stopped import, and finds nothing to do when the same file is imported again", async () => {
    const visitor = await open()
    const lines = ["s1@acme.example.com,S,One,Vendor,,", "s2@acme.example.com,S,Two,Vendor,,"]
    await send(visitor, csv("stopped.csv", header, ...lines))
    await desk.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE jobs SET state = 'applying' WHERE kind = 'importUsers' AND source = 'stopped.csv'`
      )
    )
    await visitor.page.reload()
    await visitor.sees("Stopped")
    await visitor.does("userImports.resume").click()
    await visitor.sees("Imported")
    await visitor.reads("2 of 2 rows, 2 added")
    await visitor.does("userImport.another").click()
    await visitor.until("a file can be chosen", visitor.does("importScreen.choose").waitFor())
    await send(visitor, csv("again.csv", header, ...lines))
    await visitor.does("userImport.checkRows").click()
    await importStep(visitor, "Preview")
    await visitor.reads("2 rows have nothing to change.")
    expect(await visitor.does("userImports.commit").getAttribute("aria-disabled")).toBe("true")
  })

  it("shows no progress after the plan loses it, and resumes when the plan has it again", async () => {
    const visitor = await open()
    const keeper = await desk.server.enter("acme", Role.id.SuperAdmin)
    const { companyID } = (await desk.server.call(owner, (api) => api.auth.user({ query: {} }))).data
    const plan = (subscriptionTier: TierId) =>
      desk.server.call(keeper, (api) =>
        api.companies.update({ params: { id: companyID }, query: {}, payload: { subscriptionTier } })
      )
    await send(visitor, csv("plan.csv", header, "p1@acme.example.com,P,One,Vendor,,"))
    // Neither over nor further ahead than a lease can be: the server takes over no such job.
    const runs = (minutes: number | null) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE jobs SET state = 'applying', runs_until = now() + ${minutes}::int * interval '1 minute'
            WHERE kind = 'importUsers' AND source = 'plan.csv'`
        )
      )
    await runs(5)
    await visitor.page.reload()
    await visitor.sees("Importing")
    visitor.expects(/\b403\b/)
    await plan(Tier.id.LocksOnly)
    await visitor.page.getByRole("note", { name: "Import users" }).waitFor()
    await visitor.heading("Importing").waitFor({ state: "detached" })
    await runs(null)
    await plan(Tier.id.Premium)
    await visitor.sees("Stopped")
    await visitor.does("userImports.resume").click()
    await visitor.sees("Imported")
  })

  it("explains a bad file, requires an email column, and is listed among the jobs", async () => {
    const visitor = await open()
    const { page } = visitor
    visitor.expects(/422/)
    await fileOf(visitor).setInputFiles({ name: "team.csv", mimeType: "text/csv", buffer: Buffer.from("%PDF-1.7 \n%") })
    await visitor.reads("team.csv")
    await visitor.does("userImport.upload").click()
    await visitor.reads("This is neither a CSV file nor a workbook")
    await send(visitor, csv("columns.csv", "person,kind of role", "w1@acme.example.com,Vendor"))
    await visitor.reads("No column for Email.")
    expect(await visitor.does("userImport.checkRows").getAttribute("aria-disabled")).toBe("true")
    await page.getByLabel("Email *").selectOption({ label: "person" })
    await expect.poll(() => visitor.does("userImport.checkRows").getAttribute("aria-disabled")).toBe("false")
    await visitor.does("userImport.checkRows").click()
    await importStep(visitor, "Check")
    await visitor.reads("First name")
    const jobs = await desk.visit({ role: Role.id.Owner, path: "/jobs" })
    await jobs.sees("Jobs")
    await jobs.reads("Import users")
    await jobs.reads("columns.csv")
  })

  it("is denied to read-only roles", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path })
    await visitor.isAt("/team/users")
  })
})
