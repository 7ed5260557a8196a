import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { addKey, opens as keyOpens, secretOf, secretShape } from "../support/apiKeys.ts"
import { button, field } from "../support/controls.ts"
import { makeCompany, makeFacility, password } from "../../support/fixture.ts"
import { openReceiver } from "../../server/webhooks/receiver.ts"
import { axeFindings } from "../support/axe.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"
import type { TestServer } from "../../support/testServer.ts"

const list = "/integrations/api_setting"

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())
shareDesk(
  () => ({ fms: { privateHosts: [`127.0.0.1:${receiver.port}`] }, webhooks: { every: 50 } }),
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    for (const name of ["Maple St", "Oak Ave"]) yield* makeFacility(companyID, name)
    yield* makeCompany("basic", { tier: Tier.id.Basic })
    yield* makeCompany("none", { tier: -1 })
  })
)

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const opens = (secret: string) => keyOpens(desk, secret)
const key = (facts?: object) => addKey(desk, facts)

describe("API settings", () => {
  it("make a key by keyboard only, whose secret is shown, works, and is then hidden", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "k")
    await visitor.sees("API Settings")
    await visitor.reads("No API keys yet. Press c to create the first one.")
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.press("c")
    await visitor.sees("Create API Key")
    await visitor.isAt("/integrations/api_setting/create")
    expect(await visitor.page.title()).toBe("Create API Key - Lockdesk")
    await visitor.press("Control+Enter")
    await visitor.reads("Name is required.")
    // The field with the error has the focus.
    await visitor.page.keyboard.type("Gate sync")
    await visitor.press("Control+Enter")
    await visitor.reads("API key saved")
    await visitor.sees("Edit API Key")
    const secret = await secretOf(visitor)
    expect(await opens(secret)).toBe(200)
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.tabTo(visitor.does("apiKeys.hide"))
    await visitor.press("Enter")
    await visitor.readsNoMore(secretShape)
    expect(await visitor.page.locator(".key-secret").innerText()).toContain("*".repeat(20))
    await visitor.press("g", "k")
    await visitor.sees("API Settings")
    const row = visitor.page.getByRole("row", { name: /Gate sync/ })
    await row.waitFor()
    expect(await visitor.page.locator("main").innerText()).not.toMatch(secretShape)
    // The columns of the documents have room on a laptop's screen.
    expect((await row.innerText()).split("\n")).toEqual(expect.arrayContaining(["Gate sync", "*".repeat(20), "All"]))
    const stored = () => JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state })
    expect(await visitor.page.evaluate(stored)).not.toContain(secret)
  })

  it("make a key on retry after the server was offline", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, fresh: true })
    // The form loads them at once, so that their names can be typed without waiting.
    const facilities = visitor.page.waitForResponse(/\/api\/facilities(\?|$)/)
    await visitor.goTo(`${list}/create`)
    await facilities
    await visitor.settled()
    await field(visitor, "Name").fill("Sent twice")
    visitor.expects(/ERR_/, /hub/i, /WebSocket/)
    desk.proxy.goDown()
    await visitor.press("Control+Enter")
    await visitor.reads("Can't reach the server.")
    desk.proxy.comeBack()
    await visitor.press("Control+Enter")
    await visitor.reads("API key saved")
    await visitor.sees("Edit API Key")
    expect(await field(visitor, "Name").inputValue()).toBe("Sent twice")
  })

  it("change a key by mouse: some facilities, inactive, and confirm before unsaved changes are lost", async () => {
    const { id, secret } = await key()
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.sees("Edit API Key")
    await field(visitor, "All facilities, including new ones").click()
    await button(visitor, "Save Changes").click()
    await visitor.reads("Choose at least one facility, or all facilities.")
    const focusedGroup = visitor.page.locator("fieldset:focus")
    expect(await focusedGroup.locator("legend").innerText()).toBe("Facilities")
    expect(
      await visitor.page.locator(`[id="${await focusedGroup.getAttribute("aria-describedby")}"]`).innerText()
    ).toBe("Choose at least one facility, or all facilities.")
    await field(visitor, "Add a facility").click()
    await visitor.page.getByRole("option", { name: "Maple St" }).click()
    await visitor.page.getByRole("button", { name: "Remove Maple St" }).waitFor()
    await visitor.does("go.integrations.keys").first().click()
    await visitor.reads("Any progress will be lost. Are you sure?")
    await button(visitor, "No").click()
    await field(visitor, "Active").click()
    await button(visitor, "Save Changes").click()
    await visitor.reads("API key saved")
    await visitor.isAt(list)
    expect(await opens(secret)).toBe(401)
    const [row] = await sql(
      (sql) => sql<{ all: boolean; n: number }>`
        SELECT k.all_facilities AS all, cardinality(u.facility_ids) AS n FROM api_keys k JOIN users u USING (user_id)
        WHERE k.api_key_id = ${id}`
    )
    expect(row).toEqual({ all: false, n: 1 })
  })

  it("are found by name in one palette line, which loads the names on demand", async () => {
    const { id, secret } = await key({ name: "Door counter" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.openPalette("edit door count")
    await visitor.row("Edit an API key: Door counter").waitFor()
    await visitor.press("Enter")
    await visitor.sees("Edit API Key")
    await visitor.isAt(`${list}/${id}`)
    // On another key's screen, the named key is still the target.
    const other = await key({ name: "Night counter" })
    await visitor.goTo(`${list}/${other.id}`)
    await visitor.sees("Edit API Key")
    await visitor.openPalette("revoke api key door counter")
    await visitor.row("Revoke an API key: Door counter").waitFor()
    await visitor.press("Enter")
    await visitor.reads(/Door counter/)
    await visitor.press("Enter")
    await expect.poll(() => opens(secret)).toBe(401)
    expect(await opens(other.secret)).toBe(200)
  })

  it("are listed with masked secrets, and show their status next to a long name on a phone", async () => {
    const long = "Export of the night to the accounting warehouse 01"
    await key({ name: long })
    const wide = await desk.visit({ role: Role.id.Admin, path: list, viewport: { width: 1440, height: 900 } })
    const row = wide.page.getByRole("row", { name: new RegExp(long) })
    await row.waitFor()
    expect(await row.getByRole("gridcell").allInnerTexts()).toEqual(
      expect.arrayContaining([long, "*".repeat(20), "All", "Active", "Never"])
    )
    const phone = await desk.nextVisit({ role: Role.id.Admin, path: list, viewport: { width: 390, height: 844 } })
    const state = phone.page.getByRole("row", { name: new RegExp(long) }).locator(".card-state")
    await state.waitFor()
    const { x = 0, width = 0 } = (await state.boundingBox()) ?? {}
    expect(x + width).toBeLessThan(390)
    expect(width).toBeGreaterThan(30)
  })

  it("have filled, outlined, round and text-only buttons", async () => {
    const facilityIds = [
      (await sql((sql) => sql<{ id: number }>`SELECT min(facility_id) AS id FROM facilities`))[0]?.id ?? 0
    ]
    const { id } = await key({ name: "Shapes", allFacilities: false, facilityIds })
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await field(visitor, "Name").fill("Shapes of buttons")
    const look = (shown: ReturnType<Visitor["does"]>) =>
      shown.first().evaluate((node) => {
        const { backgroundColor: fill, borderTopColor: line, borderRadius: corners, color } = getComputedStyle(node)
        const clear = /, 0\)$/
        return { filled: fill === line && color !== fill, outlined: !clear.test(line) && fill !== line, corners }
      })
    expect(await look(button(visitor, "Save Changes"))).toEqual({ filled: true, outlined: false, corners: "6px" })
    expect(await look(visitor.does("apiKeys.rotate"))).toEqual({ filled: false, outlined: true, corners: "6px" })
    expect(await look(visitor.page.getByRole("button", { name: "Remove Maple St" }))).toMatchObject({
      outlined: false,
      corners: "999px"
    })
    expect(await look(visitor.does("store.open"))).toMatchObject({ outlined: false })
  })

  it("report another user's change to the key, keep the input, and undo with z", async () => {
    const { id } = await key({ name: "Gate" })
    const name = async () =>
      (await sql((sql) => sql<{ name: string }>`SELECT name FROM api_keys WHERE api_key_id = ${id}`))[0]?.name
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.sees("Edit API Key")
    await visitor.live()
    await field(visitor, "Name").fill("Gate of mine")
    const token = await desk.server.enter("acme", Role.id.Owner)
    const edit = (text: string) =>
      desk.server.call(token, (api) =>
        api.apiKeys.update({
          query: {},
          payload: { id, name: text, facilityIds: [], allFacilities: true, isActive: true }
        })
      )
    await edit("Gate of theirs")
    await visitor.reads("This API key was changed by Owner acme since you opened it.")
    expect(await field(visitor, "Name").inputValue()).toBe("Gate of mine")
    expect(await axeFindings(visitor.page)).toEqual([])
    visitor.expects(/409/)
    const answered = visitor.page.waitForResponse((response) => response.status() === 409)
    await button(visitor, "Save Changes").click()
    await answered
    expect(await name()).toBe("Gate of theirs")
    await visitor.does("apiKeys.takeTheirs").click()
    await expect.poll(() => field(visitor, "Name").inputValue()).toBe("Gate of theirs")
    // Without local edits, the form follows the change.
    await edit("Gate again")
    await expect.poll(() => field(visitor, "Name").inputValue()).toBe("Gate again")
    await field(visitor, "Name").fill("Gate of mine")
    await visitor.press("Control+Enter")
    await visitor.page.getByRole("row", { name: /Gate of mine/ }).click()
    await field(visitor, "Name").fill("Gate twice")
    await visitor.press("Control+Enter")
    await visitor.page.getByRole("row", { name: /Gate twice/ }).waitFor()
    // The newest first; the first of them is no conflict for the second.
    await visitor.press("z")
    await visitor.reads("Undone: 'Gate twice was changed'.")
    expect(await name()).toBe("Gate of mine")
    await visitor.press("z")
    await visitor.reads("Undone: 'Gate of mine was changed'.")
    expect(await name()).toBe("Gate again")
  })

  it("show a secret after the password, rotate and revoke it", async () => {
    const { id, secret } = await key({ name: "Kept" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    visitor.expects(/403/, /401/)
    await visitor.sees("Edit API Key")
    await sql((sql) => sql`UPDATE sessions SET reauthenticated_at = reauthenticated_at - interval '1 hour'`)
    await visitor.does("apiKeys.show").click()
    await visitor.page.getByLabel("Password", { exact: true }).fill("wrong")
    await visitor.press("Enter")
    await visitor.reads("The password is wrong.")
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    expect(await secretOf(visitor)).toBe(secret)
    await visitor.does("apiKeys.rotate").click()
    await visitor.reads(/^Rotate the secret of .+\?$/)
    await button(visitor, "Yes").click()
    await visitor.reads("The key has a new secret")
    const next = await secretOf(visitor)
    expect([next === secret, await opens(secret), await opens(next)]).toEqual([false, 200, 200])
    await visitor.does("apiKeys.revoke").click()
    await button(visitor, "Yes").click()
    await visitor.reads(/This key was revoked on/)
    expect([await opens(secret), await opens(next)]).toEqual([401, 401])
  })

  it("include and exclude facilities after a confirmation", async () => {
    const { secret } = await key({ name: "Sees" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: list })
    await visitor.sees("API Settings")
    await visitor.page
      .getByRole("navigation", { name: "Integrations" })
      .getByRole("link", { name: "Facilities" })
      .click()
    await visitor.sees("Facilities in the API")
    await expect.poll(() => visitor.page.title()).toBe("Facilities in the API - Lockdesk")
    const toggle = visitor.page.getByRole("switch", { name: "Include in API: Oak Ave" })
    expect(await toggle.getAttribute("aria-checked")).toBe("true")
    await toggle.click()
    await visitor.reads("Exclude Facility in API? Are you sure?")
    await button(visitor, "No").click()
    expect(await toggle.getAttribute("aria-checked")).toBe("true")
    await toggle.click()
    await button(visitor, "Yes").click()
    await visitor.reads("Oak Ave is now excluded from the API")
    await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("false")
    const names = async () => (await desk.server.fetch("/api/facilities", { token: secret })).text
    expect(await names()).not.toContain("Oak Ave")
    await toggle.click()
    await visitor.reads("Include Facility in API? Are you sure?")
    await button(visitor, "Yes").click()
    await visitor.reads("Oak Ave is now included in the API")
    expect(await names()).toContain("Oak Ave")
  })

  it("add a webhook, test it, show the result, pause and remove it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/integrations/webhooks" })
    await visitor.reads("No webhooks yet. Add one below.")
    await field(visitor, "URL").fill("https://10.0.0.1/hook")
    await field(visitor, "Lock changed").click()
    await button(visitor, "Add Webhook").click()
    await visitor.reads("Enter a public address that begins with https://.")
    visitor.expects(/422/)
    await field(visitor, "URL").fill(`${receiver.url}?a=1`)
    await visitor.press("Control+Enter")
    await visitor.reads("Webhook saved")
    await visitor.reads(/whsec_/)
    await button(visitor, "Send Test").click()
    await visitor.reads("Test message queued")
    await visitor.reads("webhook.test")
    await visitor.reads("Delivered")
    expect(receiver.received).toHaveLength(1)
    await button(visitor, "Send again").click()
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(await unsound(visitor.page)).toEqual([])
    await button(visitor, "Pause").click()
    await visitor.reads(/^Paused/)
    visitor.expects(/409/)
    await button(visitor, "Send Test").click()
    await visitor.reads("This webhook is paused. No messages are sent to it.")
    await visitor.reads(/Resume it first/)
    expect(receiver.received).toHaveLength(2)
    await field(visitor, "URL").fill("https://example.com/next")
    await button(visitor, "Edit").click()
    await visitor.reads("Any progress will be lost. Are you sure?")
    await button(visitor, "Yes").click()
    await field(visitor, "Job done").click()
    await button(visitor, "Save Changes").click()
    await visitor.reads("Lock changed, Job done")
    await visitor.page.getByRole("heading", { level: 1 }).click()
    await visitor.press("z")
    await visitor.reads(/Undone: 'http.* was changed'/)
    await visitor.readsNoMore("Lock changed, Job done")
    // And the change before: the webhook resumes.
    await visitor.press("z")
    await visitor.readsNoMore(/^Paused/)
    await visitor.live()
    await button(visitor, "Edit").click()
    await field(visitor, "Job done").click()
    await sql(
      (sql) => sql`UPDATE webhooks SET version = version + 1, events = '{lock.revealed}',
        updated_by = (SELECT user_id FROM users WHERE first_name || ' ' || last_name = 'Owner acme')`
    )
    visitor.expects(/409/)
    await button(visitor, "Save Changes").click()
    await visitor.reads("This webhook was changed by Owner acme since you opened it.")
    expect(await field(visitor, "Job done").isChecked()).toBe(true)
    await visitor.does("webhooks.takeTheirs").click()
    await expect.poll(() => field(visitor, "Job done").isChecked()).toBe(false)
    expect(await field(visitor, "Combination revealed (never the combination)").isChecked()).toBe(true)
    await visitor.does("webhooks.remove").click()
    await button(visitor, "Yes").click()
    await visitor.reads("No webhooks yet. Add one below.")

    // Another user removes it during editing: the choices stay, and the form explains why it can't be saved.
    const token = await desk.server.enter("acme", Role.id.Owner)
    const body = { url: receiver.url, events: ["lock.changed"] }
    const added = await desk.server.fetch("/api/companies/webhooks", { method: "POST", token, body })
    const { id } = (added.json as { readonly data: { readonly id: number } }).data
    await button(visitor, "Edit").click()
    await field(visitor, "Job done").click()
    await desk.server.fetch(`/api/companies/webhooks/${id}`, { method: "DELETE", token })
    await visitor.reads("No webhooks yet. Add one below.")
    expect(await field(visitor, "Job done").isChecked()).toBe(true)
    visitor.expects(/404/)
    await button(visitor, "Save Changes").click()
    await visitor.reads("Webhook not found.")
    expect(await field(visitor, "Job done").isChecked()).toBe(true)
  })

  it("are disabled under the upgrade prompt on plans that can upgrade, and absent on others", async () => {
    const basic = await desk.visit({ role: Role.id.Owner, company: "basic" })
    const asked: Array<string> = []
    basic.page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await basic.goTo(list)
    await basic.reads("is not in your plan.")
    await basic.settled()
    expect(asked).toContain("/api/auth/user")
    expect(asked).not.toContain("/api/companies/api-keys")
    await basic.goTo("/integrations/facilities")
    await basic.reads("is not in your plan.")
    const none = await desk.nextVisit({ role: Role.id.Owner, company: "none", path: list })
    await none.reads(/Your plan does not include Integration API/)
    expect(await none.page.getByRole("navigation", { name: "Integrations" }).getByRole("link").count()).toBe(0)
  })

  it("have no layout or axe findings in both themes at every width", async () => {
    const { id } = await key({ name: "Wide" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: list })
    for (const path of [
      list,
      `${list}/create`,
      `${list}/${id}`,
      "/integrations/facilities",
      "/integrations/webhooks"
    ]) {
      await visitor.goTo(path)
      await visitor.settled()
      expect([path, await unsound(visitor.page)]).toEqual([path, []])
    }
  })
})
