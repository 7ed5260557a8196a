import type { Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Visitor } from "../support/Visitor.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

shareDeskWithNewPages()

/** From now on the server has another version's files, so those of this page are gone. */
const updates = ({ page }: Visitor): Promise<unknown> =>
  page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "Not found" }))

/** Whether a file is gone: for a page, its own code is gone once it asks again. */
const isGone = (request: Request): boolean => !request.url().includes("/index-") || request.method() === "HEAD"

/** A visitor whose page has loaded in the background what its calls need. */
const ready = async (path: string): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner })
  visitor.expects(/404/, /409/, /dynamically imported/)
  const loaded = [/\/all-calls-/, /\/problemClasses-/, /\/requestKeys-/].map((file) =>
    visitor.page.waitForResponse(file)
  )
  await visitor.goTo(path)
  await Promise.all(loaded)
  return visitor
}

describe("a page that was open while the server was updated", () => {
  it("saves a form for the first time, and says why it is refused", async () => {
    const payload = { name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
    const token = await desk.server.enter("acme", Role.id.Owner)
    await desk.server.call(token, (api) => api.apiKeys.add({ query: {}, payload }))
    const visitor = await ready("/integrations/api_setting/create")
    const name = visitor.page.getByLabel("Name", { exact: true })
    await name.fill("Gate")
    await updates(visitor)
    await visitor.press("Control+Enter")
    await visitor.reads("There is already an API key named 'Gate'.")
    await name.fill("Fence")
    await visitor.press("Control+Enter")
    await visitor.reads("API key saved")
  })

  it("says so when something that it hasn't loaded is gone", async () => {
    const visitor = await ready("/locks/manage_locks")
    await visitor.page.locator(".list-rows [role=row]").first().waitFor()
    await updates(visitor)
    await visitor.press("Shift+E")
    await visitor.reads("Lockdesk was updated.")
    expect(await visitor.page.getByText("Can't reach the server").count()).toBe(0)
  })

  it("keeps the selection and says so when a dialog or a change of the selection needs code that is gone", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner })
    visitor.expects(/404/, /dynamically imported/)
    const { page } = visitor
    await page.route(/\/assets\/(index|CheatSheet|SelectionChanger)-/, (route) =>
      isGone(route.request()) ? route.fulfill({ status: 404 }) : route.continue()
    )
    await visitor.goTo("/locks/manage_locks")
    await page.locator(".list-rows [role=row]").first().waitFor()
    let reloads = 0
    page.on("load", () => (reloads += 1))
    await visitor.press("j", "x", "j", "x")
    await visitor.reads("2 selected")
    await visitor.press("?")
    await visitor.reads("Lockdesk was updated.")
    await visitor.does("notices.dismiss").first().click()
    const mark = async (): Promise<void> => {
      await visitor.press("o")
      await visitor.page.getByRole("combobox", { name: "Set the color of 2 locks: Color" }).waitFor()
      await visitor.page.keyboard.type("red")
      await visitor.row("Red").waitFor()
      await visitor.press("Enter")
    }
    await mark()
    await visitor.reads("Lockdesk was updated.")
    await visitor.reads("2 selected")
    // Once the code is there, the same action works.
    await page.unrouteAll()
    await mark()
    await visitor.reads("2 of 2 locks are now red.")
    expect(reloads).toBe(0)
  })

  it("says so when a file that is to be saved needs code that is gone", async () => {
    const visitor = await desk.visit({ role: Role.id.SuperAdmin })
    visitor.expects(/404/, /dynamically imported/)
    await visitor.page.route(/\/assets\/(index|saveMailAttachment)-/, (route) =>
      isGone(route.request()) ? route.fulfill({ status: 404 }) : route.continue()
    )
    await visitor.goTo("/outbox")
    await visitor.sees("Outbox")
    await visitor.openPalette("> save the attachment of a message")
    await visitor.row("Save the attachment of a message").waitFor()
    await visitor.press("Enter")
    await visitor.page.getByRole("combobox", { name: /: / }).waitFor()
    await visitor.page.keyboard.type("1")
    await visitor.press("Enter")
    await visitor.reads("Lockdesk was updated.")
  })

  it("reloads by itself only before its first screen, and only once", async () => {
    const visitor = await desk.visit({ role: Role.id.Owner })
    visitor.expects(/404/, /dynamically imported/, /Lockdesk was updated/)
    const { page } = visitor
    let loads = 0
    page.on("load", () => (loads += 1))
    let updated = () => loads < 2
    await page.route(/\/assets\/(index|FacilitiesRoute)-/, (route) =>
      updated() && isGone(route.request()) ? route.fulfill({ status: 404 }) : route.continue()
    )
    await visitor.goTo("/facilities")
    await visitor.sees("Facilities")
    expect(loads).toBe(2)
    updated = () => true
    await visitor.goTo("/facilities")
    await visitor.reads("Lockdesk was updated.")
    expect(loads).toBe(4)
    updated = () => false
    await visitor.does("page.reload").first().click()
    await visitor.sees("Facilities")
  })
})
