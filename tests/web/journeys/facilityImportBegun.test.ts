import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { axeFindings } from "../support/axe.ts"
import {
  cell,
  csv,
  grid,
  importedFacility,
  importHeader,
  importPath,
  importStep,
  uploaded,
  visitImport
} from "../support/importScreen.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

const { Admin } = Role.id
const facility = (name: string) => importedFacility(desk, name)
const visit = (): Promise<Visitor> => visitImport(desk, { role: Admin })

describe("a started import", () => {
  const begun = async (name: string): Promise<Visitor> => {
    const visitor = await visit()
    await uploaded(
      visitor,
      csv(`${name}.csv`, importHeader, `${name},5550100320,1 Some Street,Salem,`, `${name} Two,1,2 Some Street,Salem,`)
    )
    await visitor.does("facilityImport.checkRows").click()
    await importStep(visitor, "Check")
    return visitor
  }

  it("resumes after a reload, is offered again, and can be canceled", async () => {
    const visitor = await begun("Reloaded")
    const { page } = visitor
    await grid(visitor, "Issues").getByText("10 digits").first().click()
    await cell(visitor).fill("5550100321")
    await visitor.press("Enter")
    await visitor.reads("No issues in this file.")
    await page.reload()
    await importStep(visitor, "Check")
    await visitor.reads("No issues in this file.")
    await visitor.goTo(importPath)
    await visitor.sees("Unfinished imports")
    await page.getByRole("link", { name: "Reloaded.csv" }).click()
    await importStep(visitor, "Columns")
    await page.getByRole("button", { name: "3 Preview" }).click()
    await visitor.reads("2 facilities will be added.")
    // Any cell of a row can be fixed from here.
    await grid(visitor, "Rows of the import").getByText("Reloaded Two").click()
    await page.getByRole("dialog").getByLabel("Address *").fill("22 Other Street")
    await visitor.does("form.submit").last().click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await visitor.does("imports.cancel").click()
    await visitor.reads("Cancel this import?")
    await visitor.does("form.submit").click()
    await visitor.sees("Canceled")
    expect(await facility("Reloaded")).toBeUndefined()
    await visitor.goTo(importPath)
    await visitor.sees("Add Multiple Facilities")
    await visitor.readsNoMore("Reloaded.csv")
  })

  it("shows a commit made in another tab, with or without the hub", async () => {
    const visitor = await begun("Two Tabs")
    await visitor.page.getByRole("button", { name: "3 Preview" }).click()
    await visitor.reads("1 facility will be added; 1 row fails and won't be imported.")
    desk.proxy.loseHub()
    const other = await visitor.newTab(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search)
    await other.locator("[data-command='imports.commit']").click()
    await other.locator("[data-command='form.submit']").click()
    await other.getByRole("heading", { name: "Imported" }).waitFor()
    // This tab doesn't know yet: committing again is a conflict, which is explained and shows the current state.
    visitor.expects(/409|hub|ERR_|WebSocket/)
    await visitor.does("imports.commit").click()
    await visitor.does("form.submit").click()
    await visitor.sees("Imported")
    await visitor.reads("2 of 2 rows, 1 added, 1 failed")
    expect(await facility("Two Tabs")).toBeDefined()
  })

  it("shows a commit live while the hub is connected", async () => {
    const visitor = await begun("Reported")
    await visitor.page.getByRole("button", { name: "3 Preview" }).click()
    const other = await visitor.newTab(new URL(visitor.page.url()).pathname + new URL(visitor.page.url()).search)
    await other.locator("[data-command='imports.commit']").click()
    await other.locator("[data-command='form.submit']").click()
    await visitor.sees("Imported")
    await visitor.reads(/\d of \d rows failed\./)
  })

  it("shows a fix made in another tab, and reloads its own rows only then", async () => {
    const visitor = await begun("Fixed")
    const { page } = visitor
    const address = new URL(page.url()).pathname + new URL(page.url()).search
    const other = await visitor.newTab(address)
    const issues = other.getByRole("grid", { name: "Issues" })
    await issues.getByText("10 digits").first().waitFor()
    const asked: Array<string> = []
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname))
    const answered = page.waitForResponse((response) => /imports\/\d+$/.test(new URL(response.url()).pathname))
    await grid(visitor, "Issues").getByText("10 digits").first().click()
    await cell(visitor).fill("555010032")
    await visitor.press("Enter")
    await visitor.reads("Row 3 still has an issue.")
    // This tab already has its own change, so only the other tab is notified.
    await issues.getByText("555010032", { exact: true }).waitFor()
    await answered
    expect(asked.filter((path) => path.endsWith("/rows"))).toEqual([])
    await issues.getByText("555010032", { exact: true }).click()
    await other.locator("input.import-cell").fill("5550100323")
    await other.keyboard.press("Enter")
    await visitor.reads("No issues in this file.")
    await other.locator("[data-command='imports.cancel']").click()
    await other.getByRole("button", { name: "Cancel the import" }).click()
    await visitor.sees("Canceled")
  })

  it("keeps what was typed into a row that someone else fixes meanwhile", async () => {
    const visitor = await begun("Overtaken")
    await visitor.page.getByRole("button", { name: "3 Preview" }).click()
    await visitor.does("importScreen.show").filter({ hasText: /^Fail/ }).click()
    await grid(visitor, "Rows of the import").getByText("Overtaken Two").click()
    const address = visitor.page.getByRole("dialog").getByLabel("Address *")
    await address.fill("22 Typed Street")
    const importID = new URL(visitor.page.url()).searchParams.get("import") ?? ""
    const token = await desk.server.enter("acme", Role.id.Owner)
    const fixed = await desk.server.fetch(`/api/facilities/imports/${importID}/rows/3`, {
      method: "PUT",
      token,
      body: { cells: [{ column: 1, text: "5550100399" }] }
    })
    expect(fixed.status).toBe(200)
    await visitor.reads("2 facilities will be added.")
    expect(await address.inputValue()).toBe("22 Typed Street")
    await visitor.does("form.submit").last().click()
    await address.waitFor({ state: "detached" })
  })

  it("with secrets says at each download of failed rows that the file leaves them out", async () => {
    const visitor = await visit()
    const header = "Facility Name,Phone Number,Address,Corporate Code,Username,Password,Location Code"
    const row = "Secret Yard,555,1 Secret St,DEMO,demo,never-shown,L1"
    await uploaded(visitor, csv("secret.csv", header, row), "Sitelink by Storable")
    await visitor.does("facilityImport.checkRows").click()
    await importStep(visitor, "Check")
    const secretsLeftOut = "Secrets are left out of the file of failed rows. Type Password there again."
    await visitor.reads(secretsLeftOut)
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.does("facilityImport.preview").click()
    await importStep(visitor, "Preview")
    await visitor.reads(secretsLeftOut)
    await grid(visitor, "Rows of the import").getByText("Secret Yard").click()
    await visitor.page.getByRole("dialog").getByLabel("Phone Number *").fill("5550100399")
    await visitor.does("form.submit").last().click()
    await visitor.readsNoMore(secretsLeftOut)
    expect(await visitor.page.content()).not.toContain("never-shown")
  })

  it("of another company is not found", async () => {
    const visitor = await begun("Mine")
    const at = new URL(visitor.page.url())
    const stranger = await desk.visit({ role: Admin, company: "other", path: at.pathname + at.search })
    stranger.expects(/404/)
    await stranger.reads(/^There is no import \d+\./)
    await stranger.does("facilityImport.another").click()
    await stranger.reads("You'll review every row before anything is imported.")
  })
})
