import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { makeCompany } from "../../support/fixture.ts"
import { asInstalled } from "../support/asInstalled.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { layoutFaults, unsound } from "../support/unsound.ts"

type Access = "on" | "prompt" | "off"

/** Copied by hand from DECISIONS, Tiers and features: one plan per column, a 2025 tier, and an unpaid plan. */
const plans: ReadonlyArray<{ readonly name: string; readonly tier: number; readonly lapsed?: true }> = [
  { name: "Invalid", tier: -1 },
  { name: "LocksOnly", tier: 0 },
  { name: "Basic", tier: 1 },
  { name: "Plus 2025", tier: 12 },
  { name: "Premium", tier: 3 },
  { name: "lapsed Premium", tier: 3, lapsed: true }
]

/** The company's screens, with each plan's access in the order of the plans. */
const screens: ReadonlyArray<{
  readonly path: string
  readonly heading: string
  readonly prompt: string
  readonly feature: string
  readonly access: ReadonlyArray<Access>
}> = [
  {
    path: "/settings/general",
    heading: "General settings",
    prompt: "Settings",
    feature: "Company Settings",
    access: ["off", "on", "on", "on", "on", "on"]
  },
  {
    path: "/team/roles",
    heading: "Roles & permissions",
    prompt: "Roles & permissions",
    feature: "Custom Roles",
    access: ["off", "prompt", "prompt", "prompt", "on", "prompt"]
  },
  {
    path: "/automations/lock",
    heading: "Auto Lock Status Change",
    prompt: "Auto Lock Status Change",
    feature: "Lock Status Change",
    access: ["off", "prompt", "on", "on", "on", "prompt"]
  },
  {
    path: "/settings/overlock",
    heading: "Subdomains",
    prompt: "Subdomains",
    feature: "Subdomains",
    access: ["off", "prompt", "prompt", "on", "on", "prompt"]
  },
  {
    path: "/integrations/api_setting",
    heading: "API Settings",
    prompt: "API Settings",
    feature: "Integration API",
    access: ["off", "prompt", "prompt", "on", "on", "prompt"]
  },
  {
    path: "/integrations/webhooks",
    heading: "Webhooks",
    prompt: "Webhooks",
    feature: "Integration API",
    access: ["off", "prompt", "prompt", "on", "on", "prompt"]
  },
  {
    path: "/integrations/facilities",
    heading: "Facilities in the API",
    prompt: "Include Facility in API",
    feature: "Integration Facilities",
    access: ["off", "prompt", "prompt", "on", "on", "prompt"]
  }
]

shareDesk(
  {},
  Effect.gen(function* () {
    yield* makeCompany("changing", { tier: Tier.id.Premium })
    for (const { name, tier, lapsed } of plans) {
      yield* makeCompany(name, { tier: tier as never, ...(lapsed === true ? { paidThrough: null } : {}) })
    }
  })
)

describe.each(plans.map(({ name }, nth) => [name, nth] as const))("on the plan %s", (company, nth) => {
  it("opens each screen, covers it with its prompt, or says it isn't included", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, company, path: "/dashboard" })
    await visitor.sees("Dashboard")
    for (const { path, heading, prompt, feature, access } of screens) {
      await visitor.opens(path, heading)
      const note = visitor.page.getByRole("note", { name: prompt, exact: true })
      const under = visitor.page.locator(".upgrade-under[inert]")
      const absent = visitor.page.getByText(`Your plan does not include ${feature}.`).first()
      const seen = async (): Promise<Access | null> =>
        (await note.count()) > 0 && (await under.count()) > 0
          ? "prompt"
          : (await absent.count()) > 0
            ? "off"
            : (await visitor.page.locator("main button, main input, main [role=grid], main [role=status]").count()) > 0
              ? "on"
              : null
      await expect.poll(async () => [path, await seen()]).toEqual([path, access[nth]])
      if (access[nth] === "prompt") {
        const why = plans[nth]?.lapsed === true ? "is in your plan, but turned off." : "is not in your plan."
        expect([path, await note.innerText()]).toEqual([path, expect.stringContaining(why)])
        // The prompt can be focused; nothing under it can.
        expect(await note.getByRole("button").first().getAttribute("aria-disabled")).not.toBe("true")
        expect(await under.locator(":focus").count()).toBe(0)
      }
      // Once per kind of access. With axe under each prompt, and once where the plan lacks the screen; screens.ts has the rest.
      if (nth !== access.lastIndexOf(access[nth] ?? "off")) continue
      const withAxe = access[nth] === "prompt" || (access[nth] === "off" && path === screens[0]?.path)
      expect([path, await (withAxe ? unsound : layoutFaults)(visitor.page)]).toEqual([path, []])
    }
  })
})

describe("the upgrade prompt", () => {
  it("says that the subscription is suspended, and asks support to resume it", async () => {
    const suspended = (is: boolean) =>
      desk.server.sql((sql) => sql`UPDATE companies SET suspended = ${is} WHERE name = 'changing'`)
    await suspended(true)
    const visitor = await desk.visit({ role: Role.id.Owner, company: "changing", path: "/integrations/webhooks" })
    const note = visitor.page.getByRole("note", { name: "Webhooks", exact: true })
    await note.getByText("is in your plan, but the subscription is suspended. Contact support.").waitFor()
    await note.getByRole("button", { name: "Contact support" }).click()
    await visitor.reads("Please contact us about our subscription.")
    expect(await visitor.page.getByLabel("Subject").inputValue()).toBe("Resume our subscription")
    await suspended(false)
  })

  it("opens the scheduling page in a new tab and offers a video, if the installation configures them", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, company: "Basic" })
    const { context, page } = visitor
    const addresses = {
      scheduling: "https://meet.example.com/plans",
      "subdomains-video": "https://video.example.com/subdomains"
    }
    await context.route(/example\.com/, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Plans</title>" })
    )
    await asInstalled(page, addresses)
    await visitor.goTo("/settings/overlock")
    const note = page.getByRole("note", { name: "Subdomains" })
    const opened = context.waitForEvent("page")
    await note.getByRole("button").click()
    const tab = await opened
    await tab.waitForURL(addresses.scheduling)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    const video = note.getByRole("link", { name: "Watch a video about Subdomains" })
    expect([await video.getAttribute("href"), await video.getAttribute("target")]).toEqual([
      addresses["subdomains-video"],
      "_blank"
    ])
  })

  it("stays in sight on a phone, where the controls under it are taller than the window", async () => {
    const { page } = await desk.visit({ role: Role.id.Owner, company: "Basic", path: "/team/roles" })
    const height = 740
    await page.setViewportSize({ width: 360, height })
    const under = page.locator(".upgrade-under[inert]")
    const seen = async () => {
      const box = await page.getByRole("note", { name: "Roles & permissions" }).boundingBox()
      return box !== null && box.y > 0 && box.y + box.height < height
    }
    await expect.poll(seen).toBe(true)
    expect((await under.boundingBox())?.height).toBeGreaterThan(height)
    await under.evaluate((each) => each.scrollIntoView({ block: "end" }))
    await expect.poll(seen).toBe(true)
  })

  it("otherwise opens a support request that only needs to be sent", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, company: "Basic", path: "/settings/overlock" })
    const note = visitor.page.getByRole("note", { name: "Subdomains" })
    await note.getByRole("button").click()
    await visitor.heading("Support").waitFor()
    expect(await note.getByRole("link").count()).toBe(0)
    await visitor.press("Control+Enter")
    await visitor.reads("Support Ticket Created!")
    const chief = await desk.server.enter("Basic", Role.id.SuperAdmin)
    const { data } = await desk.server.call(chief, (api) => api.support.tickets({ query: {} }))
    expect(data).toMatchObject([{ subject: "Upgrade our plan", category: "Account Related", companyName: "Basic" }])
  })

  it("tells the head office, which acts for a company, who can change the plan", async () => {
    const token = await desk.server.enter("Basic", Role.id.Owner)
    const { companyID } = (await desk.server.call(token, (api) => api.auth.user({ query: {} }))).data
    const path = `/settings/overlock?companyID=${companyID}`
    const visitor = await desk.visit({ role: Role.id.SiteAdmin, company: "Premium", path })
    const note = visitor.page.getByRole("note", { name: "Subdomains" })
    await note.getByText("Subdomains is not in the plan of Basic.").waitFor()
    await note.getByText("A Super Admin or Site Admin can change that under Companies.").waitFor()
    expect(await note.getByRole("button").count()).toBe(0)
  })

  it("opens that request from Manage Account too, and returns to it", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner, company: "Basic", path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.runs("Manage Account")
    await visitor.page.getByRole("dialog", { name: "Manage Account" }).locator("[data-command='upgrade.open']").click()
    const subject = visitor.page.getByRole("dialog", { name: "Support", exact: true }).getByLabel("Subject")
    expect(await subject.inputValue()).toBe("Upgrade our plan")
    await visitor.press("Escape")
    await subject.waitFor({ state: "hidden" })
    expect(await visitor.page.getByRole("dialog", { name: "Manage Account" }).isVisible()).toBe(true)
  })

  it("covers a half-typed form, and keeps the input until the plan is restored", async () => {
    const keeper = await desk.server.enter("Premium", Role.id.SiteAdmin)
    const owner = await desk.server.enter("changing", Role.id.Owner)
    const { companyID: id } = (await desk.server.call(owner, (api) => api.auth.user({ query: {} }))).data
    const plan = (subscriptionTier: TierId) =>
      desk.server.call(keeper, (api) =>
        api.companies.update({ params: { id }, query: {}, payload: { subscriptionTier } })
      )
    const payload = { name: "Night report", facilityIds: [], allFacilities: true, isActive: true }
    const { data: key } = await desk.server.call(owner, (api) => api.apiKeys.add({ query: {}, payload }))
    const visitor = await desk.visit({ role: Role.id.Owner, company: "changing", path: "/dashboard" })
    // What is being loaded when the plan changes may be refused.
    visitor.expects(/\b403\b/)
    await visitor.live()
    for (const [path, label, title] of [
      ["/integrations/api_setting/create", "Name", "API Settings"],
      [`/integrations/api_setting/${key.id}`, "Name", "API Settings"],
      ["/integrations/webhooks", "URL", "Webhooks"],
      ["/settings/overlock/create", "Display Name *", "Subdomains"],
      ["/team/roles?role=11", "Reports", "Roles & permissions"]
    ] as const) {
      await visitor.follows(path)
      const isRole = title.startsWith("Roles")
      const field = isRole
        ? visitor.page.getByRole("group", { name: label, exact: true, includeHidden: true }).getByLabel("Write")
        : visitor.page.getByLabel(label, { exact: true })
      if (path.endsWith(`/${key.id}`)) await expect.poll(() => field.inputValue()).toBe(payload.name)
      if (isRole) await field.check()
      else await field.fill("half typed")
      const prompt = visitor.page.getByRole("note", { name: title, exact: true })
      await plan(Tier.id.Basic)
      await visitor.until(`the prompt at ${path}`, prompt.waitFor())
      await visitor.page.locator(".upgrade-under[inert]").waitFor()
      await plan(Tier.id.Premium)
      await prompt.waitFor({ state: "detached" })
      if (isRole) expect(await field.isChecked()).toBe(true)
      else expect([path, await field.inputValue()]).toEqual([path, "half typed"])
    }
  })
})
