import { Webhook as Receiver } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { addKey, opens as keyOpens, secretOf } from "../support/apiKeys.ts"
import { button, field } from "../support/controls.ts"
import { emailOf, makeCompany, password } from "../../support/fixture.ts"
import { openReceiver } from "../../server/webhooks/receiver.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { TestServer } from "../../support/testServer.ts"

const list = "/integrations/api_setting"

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())
shareDesk(
  () => ({ fms: { privateHosts: [`localhost:${receiver.port}`] }, webhooks: { every: 50 } }),
  makeCompany("acme")
)

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const opens = (secret: string) => keyOpens(desk, secret)
const key = (facts?: object) => addKey(desk, facts)

/** A webhook that another user added. */
const webhook = async () => {
  const token = await desk.server.enter("acme", Role.id.Owner)
  const payload = { url: `http://localhost:${receiver.port}/gate`, events: ["lock.changed" as const] }
  const { data } = await desk.server.call(token, (api) => api.webhooks.add({ query: {}, payload }))
  return { ...data, token }
}

describe("integration secrets", () => {
  it("are shown on retry after the response to a saved key was lost", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/create` })
    await field(visitor, "Name").fill("Answer lost")
    visitor.expects(/ERR_/, /hub/i, /WebSocket/)
    desk.proxy.stalled = /^\/api\/companies\/add-api-key$/
    const begun = visitor.page.waitForResponse(/add-api-key$/)
    await visitor.press("Control+Enter")
    await begun
    expect(await sql((sql) => sql`SELECT FROM api_keys WHERE name = 'Answer lost'`)).toHaveLength(1)
    desk.proxy.goDown()
    await visitor.reads("The server's answer broke off.")
    desk.proxy.reset()
    await visitor.press("Control+Enter")
    await visitor.reads("API key saved")
    await visitor.sees("Edit API Key")
    expect(await opens(await secretOf(visitor))).toBe(200)
  })

  it("rotate and show from the palette on any screen, ending on the key's page with the secret shown", async () => {
    const { id, secret } = await key({ name: "Leaky gate" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.openPalette("rotate leaky gate")
    await visitor.row("Rotate the secret of an API key: Leaky gate").waitFor()
    await visitor.press("Enter")
    await visitor.row("Yes").waitFor()
    await visitor.press("Enter")
    await visitor.isAt(`${list}/${id}`)
    const second = await secretOf(visitor)
    expect([second === secret, await opens(secret), await opens(second)]).toEqual([false, 200, 200])
    // On the page itself, the confirmation says what happens to the secret before the last one.
    await visitor.openPalette("rotate leaky gate")
    await visitor.row("Rotate the secret of an API key: Leaky gate").waitFor()
    await visitor.press("Enter")
    await visitor.reads(/^The older secret, which works until .+, stops working now\.$/)
    await visitor.press("Enter")
    await visitor.readsNoMore(second)
    const third = await secretOf(visitor)
    expect([await opens(secret), await opens(second), await opens(third)]).toEqual([401, 200, 200])

    // A different key than the open one.
    const other = await key({ name: "Quiet gate" })
    visitor.expects(/403/)
    await visitor.openPalette("show the secret of an api key quiet gate")
    await visitor.row("Show the secret of an API key: Quiet gate").waitFor()
    await visitor.press("Enter")
    await visitor.isAt(`${list}/${other.id}`)
    expect(await secretOf(visitor)).toBe(other.secret)
    await sql((sql) => sql`UPDATE sessions SET reauthenticated_at = reauthenticated_at - interval '1 hour'`)
    await visitor.goTo("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.openPalette("show the secret of an api key quiet gate")
    await visitor.row("Show the secret of an API key: Quiet gate").waitFor()
    await visitor.press("Enter")
    await visitor.isAt(`${list}/${other.id}`)
    await visitor.page.getByLabel("Password", { exact: true }).fill(password)
    await visitor.press("Enter")
    expect(await secretOf(visitor)).toBe(other.secret)
  })

  it("are not made a second time, and the form says why and keeps what was typed", async () => {
    await key({ name: "Twice" })
    const { id, url, token } = await webhook()
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/create` })
    visitor.expects(/409/)
    await visitor.sees("Create API Key")
    await field(visitor, "Name").fill("twice")
    await button(visitor, "Create API Key").click()
    await visitor.reads("There is already an API key named 'twice'.")
    await field(visitor, "Name").fill("")
    await visitor.goTo("/integrations/webhooks")
    await field(visitor, "URL").fill(` ${url}`)
    await field(visitor, "Job done").click()
    await button(visitor, "Add Webhook").click()
    await visitor.reads("There is already a webhook for this URL.")
    expect(await field(visitor, "Job done").isChecked()).toBe(true)
    await desk.server.fetch(`/api/companies/webhooks/${id}`, { method: "DELETE", token })
  })

  it("aren't rotated by someone who hasn't seen that another user has just rotated them", async () => {
    const { id, secret } = await key({ name: "Both rotate" })
    const hook = await webhook()
    const rotated = (path: string) =>
      desk.server.fetch(`/api/companies/${path}/rotate`, { method: "POST", token: hook.token, body: {} })
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.sees("Edit API Key")
    await visitor.live()
    const refuses = async (
      path: string,
      lists: RegExp,
      thing: string,
      command: "apiKeys.rotate" | "webhooks.rotate"
    ) => {
      await visitor.does(command).click()
      await visitor.reads(/^Rotate the secret of .+\?$/)
      // The visitor's list hasn't arrived yet.
      const listed = await holdBack(visitor, lists)
      await rotated(path)
      visitor.expects(/409/)
      await button(visitor, "Yes").click()
      await visitor.reads(`This ${thing} was changed by Owner acme since you opened it.`)
      await listed()
    }
    await refuses(`api-keys/${id}`, /api-keys$/, "API key", "apiKeys.rotate")
    expect(await opens(secret)).toBe(200)
    await visitor.reads(/^Works until/)
    await visitor.opens("/integrations/webhooks", "Webhooks")
    await refuses(`webhooks/${hook.id}`, /webhooks$/, "webhook", "webhooks.rotate")
    await visitor.reads(/^Messages are signed with the old secret too until/)
    await desk.server.fetch(`/api/companies/webhooks/${hook.id}`, { method: "DELETE", token: hook.token })
  })

  it("mask and forget a secret rotated by another user", async () => {
    const { id, secret } = await key({ name: "Shared" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.sees("Edit API Key")
    await visitor.live()
    await visitor.does("apiKeys.show").click()
    expect(await secretOf(visitor)).toBe(secret)
    const token = await desk.server.enter("acme", Role.id.Owner)
    const rotate = async () => {
      const path = `/api/companies/api-keys/${id}/rotate`
      // No old secret remains that would reveal the rotation.
      const { json } = await desk.server.fetch(path, { method: "POST", token, body: { oldSecretHours: 0 } })
      return (json as { readonly data: { readonly secret: string } }).data.secret
    }
    const second = await rotate()
    await visitor.readsNoMore(secret)
    expect(await visitor.page.locator(".key-secret").innerText()).toContain("*".repeat(20))
    await visitor.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    // Safari allows copying only within the click, and the secret has to be loaded first.
    await visitor.page.evaluate(() => {
      const { clipboard } = navigator
      for (const name of ["write", "writeText"] as const) {
        const own = clipboard[name].bind(clipboard) as (data: unknown) => Promise<void>
        const write = (data: unknown): Promise<void> =>
          event instanceof MouseEvent ? own(data) : Promise.reject(new DOMException("Not now", "NotAllowedError"))
        Object.assign(clipboard, { [name]: write })
      }
    })
    await visitor.does("apiKeys.copySecret").click()
    await visitor.reads("Copied to clipboard")
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(second)
    await visitor.does("apiKeys.show").click()
    expect(await secretOf(visitor)).toBe(second)
  })

  it("rotate once at a time, and say when that ends an older secret", async () => {
    const { id, secret } = await key({ name: "Slow" })
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.sees("Edit API Key")
    let sent = 0
    visitor.page.on("request", (request) => (request.url().includes("/rotate?") ? sent++ : 0))
    const goOn = await holdBack(visitor, /\/rotate\?/)
    const rotates = visitor.does("apiKeys.rotate")
    await rotates.click()
    await visitor.reads(/^The old secret works for 24 more hours\.$/)
    expect(await visitor.page.getByText("The older secret").count()).toBe(0)
    await button(visitor, "Yes").click()
    await expect.poll(() => rotates.getAttribute("aria-disabled")).toBe("true")
    await rotates.click({ force: true })
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await visitor.openPalette("rotate slow")
    await visitor.row("Rotate the secret of an API key: Slow").waitFor()
    await visitor.press("Enter")
    await visitor.row("Yes").waitFor()
    await visitor.press("Enter")
    await visitor.reads("This secret is still being rotated.")
    await goOn()
    const next = await secretOf(visitor)
    expect([sent, await opens(secret), await opens(next)]).toEqual([1, 200, 200])
    await rotates.click()
    await visitor.reads(/^The older secret, which works until .+, stops working now\.$/)
    await visitor.press("Escape")
  })

  it("show a webhook's new secret until it is dismissed, also when rotated from the palette", async () => {
    const { id, secret } = await webhook()
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const rotates = async () => {
      await visitor.openPalette("rotate localhost")
      await visitor.row("Rotate the secret of a webhook: ").waitFor()
      await visitor.press("Enter")
      await visitor.row("Yes").waitFor()
      await visitor.press("Enter")
    }
    await rotates()
    await visitor.isAt("/integrations/webhooks")
    const card = (name: string) => visitor.page.getByRole("region", { name })
    const secrets = card(`Webhook ${id}`).getByText(/^whsec_/)
    await secrets.waitFor()
    const second = await secrets.innerText()
    expect(second).not.toBe(secret)
    const before = receiver.received.length
    await button(visitor, "Send Test").click()
    await visitor.reads("Test message queued")
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    const { body: sent, headers } = receiver.received[before] ?? expect.unreachable()
    expect(() => new Receiver(second).verify(sent, headers)).not.toThrow()

    // Rotated again while it is shown: each confirmation says which secret ends.
    await visitor.does("webhooks.rotate").click()
    await visitor.reads(/^The older secret, which messages are signed with until .+, stops working now\.$/)
    await visitor.press("Escape")
    await rotates()
    await visitor.readsNoMore(second)
    const third = await secrets.innerText()

    // Adding another webhook, or leaving the screen, keeps the secret visible.
    await visitor.picks("add a webhook", "Add a webhook")
    await field(visitor, "URL").fill("https://localhost/a")
    await field(visitor, "Lock changed").click()
    visitor.expects(/422/)
    await button(visitor, "Add Webhook").click()
    await visitor.reads("Enter a public address that begins with https://.")
    await field(visitor, "URL").fill("https://example.com/second")
    await visitor.press("Control+Enter")
    await expect.poll(() => visitor.page.getByText(/^whsec_/).count()).toBe(2)
    await visitor.page.getByRole("heading", { level: 1 }).click()
    await visitor.press("g", "k")
    await visitor.sees("API Settings")
    expect(await visitor.page.getByText(/whsec_/).count()).toBe(0)
    await visitor.does("go.integrations.webhooks").first().click()
    await expect.poll(() => visitor.page.getByText(/^whsec_/).count()).toBe(2)
    expect(await secrets.innerText()).toBe(third)
    const kept = await visitor.page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state })
    )
    expect(kept).not.toContain("whsec_")
    expect(await unsound(visitor.page)).toEqual([])
    await card(`Webhook ${id}`).getByRole("button", { name: "Dismiss" }).click()
    await expect.poll(() => secrets.count()).toBe(0)
    expect(await visitor.page.getByText(/^whsec_/).count()).toBe(1)

    // The same page in another session.
    await visitor.signsOut()
    await field(visitor, "Email").fill(emailOf("acme", Role.id.Admin))
    await field(visitor, "Password").fill(password)
    await visitor.press("Enter")
    await visitor.sees("Dashboard")
    await visitor.runs("list webhooks")
    await visitor.reads("https://example.com/second")
    expect(await visitor.page.getByText(/whsec_/).count()).toBe(0)
  })

  it("rotate a webhook's secret once at a time, and hide one that another user rotates", async () => {
    await sql((sql) => sql`DELETE FROM webhooks`)
    const { id, token } = await webhook()
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/integrations/webhooks" })
    await visitor.live()
    let sent = 0
    visitor.page.on("request", (request) => (request.url().includes("/rotate?") ? sent++ : 0))
    const goOn = await holdBack(visitor, /\/rotate\?/)
    const rotates = visitor.does("webhooks.rotate")
    await rotates.click()
    await button(visitor, "Yes").click()
    await expect.poll(() => rotates.getAttribute("aria-disabled")).toBe("true")
    await rotates.click({ force: true })
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await goOn()
    await visitor.reads(/^whsec_/)
    expect(sent).toBe(1)
    await desk.server.fetch(`/api/companies/webhooks/${id}/rotate`, { method: "POST", token })
    await visitor.readsNoMore(/^whsec_/)
  })
})
