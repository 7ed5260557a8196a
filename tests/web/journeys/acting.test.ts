import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { alone } from "../support/alone.ts"
import { codeOf, there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const ids = { acme: 0, open: 0, other: 0 }
shareDesk()
beforeAll(async () => {
  for (const company of ["acme", "open", "other"] as const) {
    const token = await desk.server.enter(company, Role.id.SiteCallCenterAgent)
    ids[company] = (await desk.server.call(token, (api) => api.auth.user({ query: {} }))).data.companyID
  }
})

/** A head-office agent, whose own company is `open`. */
const agent = async (path = "/dashboard"): Promise<Visitor> =>
  desk.visit({ role: Role.id.SiteCallCenterAgent, company: "open", path })

/** Waits until the header names the company being acted for. A dialog may cover the header. */
const actsFor = (visitor: Visitor, company: string): Promise<void> =>
  visitor.until(`acting for ${company}`, visitor.page.locator("header .acting", { hasText: company }).waitFor())

const search = (visitor: Visitor): string => new URL(visitor.page.url()).search
const code = codeOf(there.overlocked)

/** Chooses a company in the palette. The switch waits until the returned function is called. */
const picks = async (visitor: Visitor, company: string): Promise<() => Promise<void>> => {
  await visitor.openPalette(`act for ${company}`)
  await visitor.row(`Act for ${company}`).waitFor()
  const answer = await holdBack(visitor, /\/api\/auth\/user/)
  await visitor.press("Enter")
  await visitor.paletteBox.waitFor({ state: "detached" })
  return answer
}

describe("acting for a company", () => {
  it("starts in the palette, reveals a combination in ten keys, and records it for both companies", async () => {
    const visitor = await agent()
    await visitor.sees("Dashboard")
    await visitor.openPalette("act for acm")
    await visitor.row("Act for acme").waitFor()
    await visitor.press("Enter")
    // Typed immediately: every key must reach the new company's lookup, and none may search the previous company.
    await visitor.press(...there.overlocked, "Enter")
    await actsFor(visitor, "acme")
    await visitor.page.getByRole("dialog").getByText("Acting for acme").waitFor()
    await visitor.press("2", "Enter")
    await visitor.reads(code)
    expect(search(visitor)).toBe(`?companyID=${ids.acme}`)
    const owner = await desk.server.enter("acme", Role.id.Owner)
    const { data } = await desk.server.call(owner, (api) => api.audit.list({ query: { count: 1 } }))
    expect(data).toMatchObject([{ action: "reveals.approve", subject: there.overlocked, userCompanyName: "open" }])

    // Switching companies removes the revealed code.
    await visitor.page.goto(`/locks/manage_locks?companyID=${ids.other}`)
    await actsFor(visitor, "other")
    await visitor.reads("Other Yard")
    expect(await visitor.page.content()).not.toMatch(alone(code))
  })

  it("looks up the last of several scans made during a switch, and keeps a single digit for the next keys", async () => {
    const visitor = await agent()
    await visitor.sees("Dashboard")
    const answer = await picks(visitor, "acme")
    await visitor.press(...there.overlocked, "Enter", ...there.next, "Enter")
    await answer()
    await actsFor(visitor, "acme")
    await visitor.reads("unit 1205")
    expect(await visitor.page.content()).not.toContain("unit 1204")
    await visitor.press("Escape")
    const answerNext = await picks(visitor, "other")
    await visitor.press("9")
    await answerNext()
    await expect.poll(() => visitor.paletteBox.inputValue()).toBe("9")
  })

  it("runs keys typed during a switch in the new company", async () => {
    const visitor = await agent()
    await visitor.sees("Dashboard")
    const answer = await picks(visitor, "acme")
    await visitor.press("g", "f", "Escape", "g", "l")
    await visitor.isAt("/dashboard")
    await answer()
    await actsFor(visitor, "acme")
    await visitor.isAt("/locks/manage_locks")
  })

  it("gives the previous company's list no keys during a switch", async () => {
    const visitor = await agent(`/locks/manage_locks?companyID=${ids.acme}`)
    await actsFor(visitor, "acme")
    await visitor.page.locator(".list-rows [role=row]").first().waitFor()
    const answer = await picks(visitor, "other")
    await visitor.press("j", "x", "Enter")
    expect(await visitor.page.getByRole("grid").getByRole("checkbox", { checked: true }).count()).toBe(0)
    expect(new URL(visitor.page.url()).pathname).toBe("/locks/manage_locks")
    await answer()
    await actsFor(visitor, "other")
    await visitor.sees("Dashboard")
    await visitor.press("g", "l")
    await visitor.page.locator(".list-rows [role=row]").first().waitFor()
    await visitor.press("j", "Enter")
    await visitor.isAt(/^\/locks\/\d+/)
  })

  it("switches companies during a reveal and while a list loads, without leaving data of the previous company", async () => {
    const visitor = await agent(`/locks/manage_locks?companyID=${ids.acme}`)
    await actsFor(visitor, "acme")
    await visitor.press(...there.overlocked, "Enter", "2", "Enter")
    await visitor.reads(code)
    await visitor.press("Escape", "Escape")
    await visitor.press(...there.overlocked, "Enter", "2", "Enter")
    await visitor.reads(code)
    await visitor.press("Control+k")
    await visitor.page.keyboard.type("act for other")
    await visitor.row("Act for other").waitFor()
    await visitor.press("Enter")
    await actsFor(visitor, "other")
    await visitor.sees("Dashboard")
    expect(await visitor.page.content()).not.toMatch(alone(code))
    expect(await visitor.page.content()).not.toContain("Maple Street")
    await visitor.press("g", "l")
    await visitor.reads("Other Yard")
    await visitor.openPalette("maple")
    expect(await visitor.row("Maple Street").count()).toBe(0)
    await visitor.press("Escape", "Escape")
    // Back returns to the other company's page: both the URL and the header name it.
    await visitor.page.goBack()
    await visitor.page.goBack()
    await actsFor(visitor, "acme")
    await visitor.reads("Maple Street")
    await visitor.page.goForward()
    await actsFor(visitor, "other")
  })

  it("is chosen in the header with the mouse, survives a reload, is per tab, and ends with the session", async () => {
    const visitor = await agent()
    await visitor.sees("Dashboard")
    await visitor.does("companies.actFor").first().click()
    await visitor.page.getByRole("combobox", { name: "Company name or ID" }).fill("acm")
    await visitor.page.getByRole("option", { name: /^acme/ }).click()
    await actsFor(visitor, "acme")
    await visitor.page.reload()
    await actsFor(visitor, "acme")
    // A URL without a company, in the same tab.
    await visitor.goTo("/facilities")
    await actsFor(visitor, "acme")
    await visitor.reads("Maple Street")
    const second = await visitor.newTab(`/facilities?companyID=${ids.other}`)
    await second.getByRole("button", { name: "Acting for other" }).waitFor()
    await second.getByText("Other Yard").first().waitFor()
    await visitor.page.reload()
    await actsFor(visitor, "acme")
    await visitor.reads("Maple Street")
    expect(await visitor.page.content()).not.toContain("Other Yard")
    await second.close()
    await visitor.runs("Act for your own company")
    await visitor.page.getByRole("button", { name: "open, act for a company" }).waitFor()
    expect(search(visitor)).toBe("")
    await visitor.runs("act for acme")
    await actsFor(visitor, "acme")
    await visitor.signsOut()
    await visitor.isAt(/^\/signin$/)
    expect(await visitor.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(String(ids.acme))
  })

  it("discards what was typed before, after a question, so that it isn't there again later", async () => {
    const visitor = await agent()
    await visitor.sees("Dashboard")
    await visitor.runs("Manage Account")
    const name = visitor.page.getByRole("dialog", { name: "Manage Account" }).getByLabel("First name")
    await name.fill("Petra")
    await visitor.runs("act for acme")
    const question = visitor.page.getByRole("dialog", { name: /^Any progress will be lost/ })
    await question.getByRole("button", { name: "Yes" }).click()
    await actsFor(visitor, "acme")
    await visitor.runs("Act for your own company")
    await visitor.page.getByRole("button", { name: "open, act for a company" }).waitFor()
    await visitor.runs("Manage Account")
    expect(await name.inputValue()).not.toBe("Petra")
  })

  it("keeps column filters in the tab, so that the user's own company gets none of them", async () => {
    const visitor = await agent(`/locks/manage_locks?companyID=${ids.acme}`)
    await actsFor(visitor, "acme")
    await visitor.page.locator(".list-funnel").last().click()
    await visitor.page
      .getByRole("dialog", { name: /^Filter / })
      .locator("input")
      .first()
      .fill("Harbor")
    await visitor.press("Enter")
    await visitor.isAt(/filter=/)
    const own = await visitor.newTab("/locks/manage_locks")
    await own.getByRole("button", { name: "open, act for a company" }).waitFor()
    await own.locator(".list-funnel").first().waitFor()
    expect(new URL(own.url()).searchParams.get("filter")).toBeNull()
    await visitor.page.goto(`/locks/manage_locks?companyID=${ids.acme}`)
    await visitor.isAt(/filter=/)
  })

  it("is offered for a lock of another company", async () => {
    // Where combinations are hidden, the offer is next to the serial code; otherwise the company is an option of the search.
    const visitor = await desk.visit({ role: Role.id.SiteCallCenterAgent, company: "other", path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...there.overlocked, "Enter")
    await visitor.reads("This lock is at")
    await visitor.page.getByRole("button", { name: "Act for acme" }).click()
    await actsFor(visitor, "acme")
    await visitor.press("2", "Enter")
    await visitor.reads(code)
    await visitor.press("Escape", "Escape")
    await visitor.goTo(`/dashboard?companyID=${ids.open}`)
    await actsFor(visitor, "open")
    await visitor.press(...there.overlocked, "Enter")
    await visitor.page.getByRole("option", { name: /^acme/ }).waitFor()
    await visitor.press("Enter")
    await actsFor(visitor, "acme")
    await visitor.press("2", "Enter")
    await visitor.reads(code)
  })

  it("takes the reason that is typed while it switches to the company of a lock", async () => {
    const visitor = await desk.visit({ role: Role.id.SiteCallCenterAgent, company: "other", path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press(...there.overlocked, "Enter")
    await visitor.reads("This lock is at")
    const release = await holdBack(visitor, /\/api\/auth\/user/)
    await visitor.page.getByRole("button", { name: "Act for acme" }).click()
    await visitor.press("2", "Enter")
    await release()
    await visitor.reads(code)
  })

  it("is unavailable to other roles: no button, no rows, and a company in the URL is ignored", async () => {
    const visitor = await desk.visit({
      role: Role.id.Owner,
      company: "open",
      path: `/facilities?companyID=${ids.acme}`
    })
    await visitor.reads("Open Yard")
    expect(search(visitor)).toBe("")
    expect(await visitor.does("companies.actFor").count()).toBe(0)
    await visitor.press(...there.overlocked, "Enter")
    await visitor.reads(/not found/i)
    expect(await visitor.page.content()).not.toContain("This lock is at")
  })

  it("reports a company that does not exist and falls back to the user's own", async () => {
    const visitor = await agent("/facilities?companyID=999999999")
    visitor.expects(/404/)
    await visitor.reads("There is no company 999999999.")
    await visitor.reads("Open Yard")
    expect(search(visitor)).toBe("")
  })
})
