import { beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, LockId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { hostileTexts } from "../../hostile/hostileValues.ts"
import { field } from "../support/controls.ts"
import { inTurn } from "../../support/turns.ts"
import { axeFindings } from "../support/axe.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const lost = "Any progress will be lost. Are you sure?"
const { SuperAdmin, SiteAdmin, SitePersonnel, SiteCallCenterAgent, Owner, Vendor } = Role.id

let keeper = ""
const ids = { acme: CompanyId.make(1), other: CompanyId.make(1) }
shareDesk()
beforeAll(async () => {
  keeper = await desk.server.enter("open", SiteAdmin)
  for (const company of ["acme", "other"] as const) {
    const token = await desk.server.enter(company, Owner)
    ids[company] = (await desk.server.call(token, (api) => api.auth.user({ query: {} }))).data.companyID
  }
})

/** A head-office user, whose own company is `open`. */
const visit = (path: string, role: RoleId = SiteAdmin): Promise<Visitor> => desk.visit({ role, company: "open", path })
const account = async (id: CompanyId) =>
  (await desk.server.call(keeper, (api) => api.companies.account({ params: { id }, query: {} }))).data
const save = (visitor: Visitor) => visitor.does("form.submit").last()
const rows = ({ page }: Visitor) => page.locator("[role=grid] [role=row][data-command]")
const opened = async (id: CompanyId, role?: RoleId): Promise<Visitor> => {
  const visitor = await visit(`/companies/${id}`, role)
  await field(visitor, "Company name *").waitFor()
  return visitor
}

describe("the company list", () => {
  it("opens from keys and the profile menu, is searched by name and ID, and opens a company", async () => {
    const visitor = await visit("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.press("g", "c")
    await visitor.sees("Companies")
    await visitor.reads("acme")
    const search = visitor.page.getByPlaceholder("Search Company Name or ID")
    await search.fill("acm")
    await expect.poll(() => rows(visitor).count()).toBe(1)
    await search.fill(String(ids.other))
    await expect.poll(() => rows(visitor).count()).toBe(1)
    await rows(visitor).first().click()
    await visitor.isAt(`/companies/${ids.other}`)
    await visitor.page.locator(".profile-button").click()
    await visitor.page.getByRole("menuitem", { name: /^Companies/ }).click()
    await visitor.sees("Companies")
    await visitor.reads("acme")
  })

  it("opens a company by its name on a phone, where the button is beside it", async () => {
    const named = (companyName: string) =>
      desk.server.call(keeper, (api) =>
        api.companies.update({ params: { id: ids.acme }, query: {}, payload: { companyName } })
      )
    await named("Maple Self Storage")
    const visitor = await desk.visit({
      role: SiteAdmin,
      company: "open",
      path: "/companies",
      viewport: { width: 360, height: 740 }
    })
    await visitor.page.getByText("Maple Self Storage").first().click()
    await visitor.isAt(`/companies/${ids.acme}`)
    await named("acme")
  })

  it("starts acting for a company with its button", async () => {
    const visitor = await visit("/companies", SiteCallCenterAgent)
    await visitor.page.getByRole("button", { name: "Act for acme" }).click()
    await visitor.until("acting for acme", visitor.page.locator("header .acting", { hasText: "acme" }).waitFor())
    await visitor.isAt(/\/dashboard/)
  })

  it("is hidden from company users, and read-only for roles that can only view", async () => {
    for (const role of [Owner, Vendor]) {
      const visitor = await desk.nextVisit({ role, path: "/companies" })
      await visitor.isAt("/dashboard")
      await visitor.reads("Access Denied")
    }
    const visitor = await opened(ids.acme, SitePersonnel)
    expect(await field(visitor, "Company name *").isDisabled()).toBe(true)
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    expect(await visitor.does("companies.suspend").getAttribute("aria-disabled")).toBe("true")
    await visitor.opens("/companies", "Companies")
    expect(await visitor.does("companies.new").getAttribute("aria-disabled")).toBe("true")
  })
})

describe("a company as a palette argument", () => {
  const option = ({ page }: Visitor, name: string) => page.getByRole("option", { name: new RegExp(`^${name}`) })
  const asks = async (visitor: Visitor, title: string): Promise<void> => {
    await visitor.runs(title)
    await visitor.page.getByPlaceholder("Company: A company by name or id").waitFor()
  }

  it("is found by part of its name, including the company being acted for, and is not guessed from an unknown name", async () => {
    const visitor = await visit("/dashboard", SuperAdmin)
    await visitor.sees("Dashboard")
    await asks(visitor, "Resume the subscription of a company")
    await option(visitor, "acme").waitFor()
    await visitor.page.keyboard.type("zzzz")
    await option(visitor, "acme").waitFor({ state: "detached" })
    await visitor.press("Enter")
    await visitor.reads("Choose a company from the list. 'zzzz' isn't a company ID.")
    await visitor.press("Control+a")
    await visitor.page.keyboard.type("oth")
    await option(visitor, "other").waitFor()
    expect(await option(visitor, "acme").count()).toBe(0)
    await visitor.press("Enter")
    await visitor.reads("Unchanged: it isn't suspended.")
  })

  it("is changed only after a second Enter, and can be given by ID", async () => {
    const visitor = await visit("/dashboard", SuperAdmin)
    await visitor.sees("Dashboard")
    await asks(visitor, "Suspend the subscription of a company")
    await visitor.page.keyboard.type("other")
    await option(visitor, "other").waitFor()
    await visitor.press("Enter")
    await visitor.page.getByPlaceholder("Press Enter again to confirm").waitFor()
    await visitor.row("Yes: Suspend the subscription of a company: other").waitFor()
    expect((await account(ids.other)).subscriptionSuspended).toBe(false)
    await visitor.press("Enter")
    await expect.poll(async () => (await account(ids.other)).subscriptionSuspended).toBe(true)
    await asks(visitor, "Resume the subscription of a company")
    await visitor.page.keyboard.type(String(ids.other))
    await visitor.press("Enter")
    await expect.poll(async () => (await account(ids.other)).subscriptionSuspended).toBe(false)
  })

  it("doesn't lend its name to a lock with the same ID", async () => {
    // The lock with the ID of the company `other`.
    const acme = await desk.server.enter("acme", Owner)
    await desk.server.call(acme, (api) => api.locks.show({ params: { id: LockId.make(ids.other) }, query: {} }))
    const visitor = await visit(`/dashboard?companyID=${ids.acme}`, SuperAdmin)
    await visitor.sees("Dashboard")
    await asks(visitor, "Suspend the subscription of a company")
    await visitor.page.keyboard.type("other")
    await option(visitor, "other").waitFor()
    await visitor.press("Enter")
    await visitor.row("Yes: Suspend the subscription of a company: other").waitFor()
    // Back to the search.
    await visitor.press("Backspace", "Control+a", "Backspace", "Backspace", "Control+a")
    await visitor.page.keyboard.type("Change the combination of a lock")
    await visitor.row("Change the combination of a lock").waitFor()
    await visitor.press("Enter")
    await visitor.page.keyboard.type(`#${ids.other}`)
    await visitor.press("Enter", ..."4711", "Enter")
    await visitor.row(`Yes: Change the combination of a lock: Lock ${ids.other}`).waitFor()
  })
})

describe("a new company", () => {
  it("is added by keyboard only, and its Owner is invited", async () => {
    const visitor = await visit("/companies", SuperAdmin)
    await visitor.reads("acme")
    // Typed before the form has loaded.
    await visitor.press("c")
    await visitor.page.keyboard.type("Birch Storage")
    await visitor.sees("Add Company")
    await expect.poll(() => field(visitor, "Company name *").inputValue()).toBe("Birch Storage")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Plus")
    await field(visitor, "Paid through").fill("2099-12-31")
    await visitor.tabTo(field(visitor, "Owner's first name *"))
    await visitor.page.keyboard.type("Bo")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Birch")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("bo@birch.example.com")
    await visitor.press("Control+Enter")
    await visitor.reads("Birch Storage was added.")
    await visitor.reads("This server sends no email. Send bo@birch.example.com the link below")
    const link = await visitor.page.getByRole("region", { name: "Invitation link" }).innerText()
    expect(link).toMatch(/\/setpassword\?uid=[\w-]+$/)
    await visitor.page.getByRole("link", { name: "Open Birch Storage" }).click()
    await expect.poll(() => field(visitor, "Paid through").inputValue()).toBe("2099-12-31")
    expect(await field(visitor, "Plan").inputValue()).toBe(String(Tier.id.Plus))
    const invited = await desk.visit({ path: new URL(link).pathname + new URL(link).search })
    await field(invited, "New password").waitFor()
  })

  it("shows each error at its field, including server-side ones, and keeps the input", async () => {
    const visitor = await visit("/companies/create")
    await visitor.sees("Add Company")
    await field(visitor, "Company name *").fill("B")
    await field(visitor, "Owner's first name *").fill("Bo")
    await visitor.reads("Company name must be at least 2 characters.")
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    await field(visitor, "Company name *").fill("Birch Two")
    await field(visitor, "Owner's last name *").fill("Birch")
    await field(visitor, "Owner's email *").fill("owner@acme.example.com")
    const user = await desk.server.enter("acme", Owner)
    const { data } = await desk.server.call(user, (api) => api.auth.user({ query: {} }))
    await field(visitor, "Owner's email *").fill(data.email)
    visitor.expects(/409/)
    await save(visitor).click()
    await visitor.reads("Email already in use.")
    expect(await field(visitor, "Owner's email *").getAttribute("aria-invalid")).toBe("true")
    expect(await field(visitor, "Company name *").inputValue()).toBe("Birch Two")
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.page.getByText("Back to Companies").click()
    await visitor.reads(lost)
    await visitor.does("form.submit").last().click()
    await visitor.isAt("/companies")
  })

  it("accepts hostile texts as plain text, or shows why not", async () => {
    const visitor = await visit("/companies/create")
    await visitor.sees("Add Company")
    // A few texts, each in one field; companyRules.test.ts and server tests try every text.
    const labels = ["Company name *", "Owner's first name *", "Owner's last name *", "Owner's email *"]
    for (const [at, label] of labels.entries()) {
      for (const text of inTurn(hostileTexts, 6 * labels.length, at)) {
        await field(visitor, label).fill(text)
        await field(visitor, label).blur()
      }
    }
    await visitor.sees("Add Company")
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    expect(await visitor.page.locator("[aria-invalid=true]").count()).toBeGreaterThan(0)
    await visitor.page.getByText("Back to Companies").click()
    await visitor.does("form.submit").last().click()
    await visitor.isAt("/companies")
  })
})

describe("a company's subscription", () => {
  it("is changed with the mouse, applies to its users immediately, and is undone with z", async () => {
    const before = await account(ids.acme)
    const visitor = await opened(ids.acme)
    await field(visitor, "Locks per facility").selectOption("Custom number")
    await field(visitor, "Number of locks *").fill("0")
    await field(visitor, "Number of locks *").blur()
    await visitor.reads("Enter a number from 1 to 1,000,000.")
    await field(visitor, "Number of locks *").fill("40")
    await field(visitor, "Reports").selectOption("Off")
    await field(visitor, "Plan").selectOption("Basic")
    await visitor.page.getByRole("button", { name: "Act for this company" }).click()
    await visitor.reads(lost)
    await visitor.press("Escape")
    const release = await holdBack(visitor, /\/companies\/accounts\/\d+(\?|$)/)
    await save(visitor).click()
    await expect.poll(() => field(visitor, "Plan").isDisabled()).toBe(true)
    // The focus is on a button, so a letter is a shortcut. z must not undo an older change.
    await visitor.press("z")
    await visitor.reads("Press z again once it is saved.")
    await visitor.press("?")
    await visitor.page.getByRole("dialog").waitFor()
    await visitor.press("Escape")
    await release()
    await visitor.reads("Company updated")
    await visitor.isAt("/companies")
    expect(await account(ids.acme)).toMatchObject({
      subscriptionTier: Tier.id.Basic,
      maxLocksPerFacility: 40,
      featureOverrides: { "8": 0 }
    })
    await visitor.press("z")
    await visitor.reads(/Undone: Change acme/)
    expect(await account(ids.acme)).toEqual({ ...before, updatedBy: "Site Admin open (open)" })
  })

  it("says what suspending the company acted for means for the user", async () => {
    const visitor = await opened(ids.other)
    await visitor.does("companies.suspend").click()
    await visitor.reads("Suspend other?")
    expect(await visitor.page.getByText("so do you").count()).toBe(0)
    await visitor.press("Escape")
    await visitor.page.getByRole("button", { name: "Act for this company" }).click()
    await visitor.sees("Dashboard")
    await visitor.follows(`/companies/${ids.other}?companyID=${ids.other}`)
    await visitor.does("companies.suspend").click()
    await visitor.reads(/lose their plan's features right away, and so do you while you act for it\./)
    await visitor.press("Escape")
  })

  it("confirms before suspending, can be resumed, and can't be the user's own company's", async () => {
    const visitor = await opened(ids.other)
    await visitor.does("companies.suspend").click()
    await visitor.reads("Suspend other?")
    await visitor.press("Escape")
    expect((await account(ids.other)).subscriptionSuspended).toBe(false)
    await visitor.does("companies.suspend").click()
    await visitor.page.getByRole("button", { name: "Suspend" }).last().click()
    await visitor.reads("other is suspended")
    await visitor.does("companies.resume").click()
    await visitor.reads("other is no longer suspended")
    expect((await account(ids.other)).subscriptionSuspended).toBe(false)
    const { data } = await desk.server.call(keeper, (api) => api.auth.user({ query: {} }))
    await visitor.goTo(`/companies/${data.companyID}`)
    await field(visitor, "Company name *").waitFor()
    expect(await visitor.does("companies.suspend").getAttribute("aria-disabled")).toBe("true")
  })

  it("shows another user's change without losing either edit, and z doesn't undo theirs", async () => {
    const visitor = await opened(ids.acme)
    await visitor.live()
    await field(visitor, "Company name *").fill("Mine")
    const change = (companyName: string) =>
      desk.server.call(keeper, (api) =>
        api.companies.update({ params: { id: ids.acme }, query: {}, payload: { companyName } })
      )
    await change("Theirs")
    await visitor.reads("This company was changed by Site Admin open (open) since you opened it.")
    expect(await field(visitor, "Company name *").inputValue()).toBe("Mine")
    await visitor.does("companyForm.takeTheirs").click()
    await expect.poll(() => field(visitor, "Company name *").inputValue()).toBe("Theirs")
    await field(visitor, "Company name *").fill("Mine")
    await save(visitor).click()
    await visitor.reads("Company updated")
    await change("acme")
    visitor.expects(/409/)
    await visitor.press("z")
    await visitor.reads("Couldn't undo: Change Theirs.")
    expect((await account(ids.acme)).companyName).toBe("acme")
  })

  it("follows each change of another user while nothing is edited, and finds no conflict in the same change", async () => {
    const visitor = await opened(ids.acme)
    await visitor.live()
    const change = (companyName: string) =>
      desk.server.call(keeper, (api) =>
        api.companies.update({ params: { id: ids.acme }, query: {}, payload: { companyName } })
      )
    for (const companyName of ["One", "Two", "Three", "acme"]) {
      await change(companyName)
      await expect.poll(() => field(visitor, "Company name *").inputValue()).toBe(companyName)
    }
    await field(visitor, "Company name *").fill("Both")
    await change("Both")
    await expect.poll(() => save(visitor).getAttribute("aria-disabled")).toBe("true")
    expect(await visitor.page.locator(".changed-meanwhile").count()).toBe(0)
    await change("acme")
    await expect.poll(() => field(visitor, "Company name *").inputValue()).toBe("acme")
  })

  it("reports a company that doesn't exist", async () => {
    const visitor = await visit("/companies/999999")
    visitor.expects(/404/)
    await visitor.page.getByRole("alert").filter({ hasText: "999999" }).waitFor()
    await visitor.goTo("/companies/0")
    await visitor.page.getByRole("heading", { level: 1 }).waitFor()
    expect(await visitor.page.getByLabel("Company name *").count()).toBe(0)
  })
})
