import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

/** From now on the server has another version's files, so those of this page are gone. */
const updates = ({ page }: Visitor): Promise<unknown> =>
  page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "Not found" }))

/** A visitor whose page has loaded in the background what its calls need. */
const ready = async (path: string): Promise<Visitor> => {
  const visitor = await desk.visit({ role: Role.id.Owner })
  visitor.expects(/404/, /409/, /dynamically imported/)
  const loaded = [/\/calls-of-all-/, /\/problemClasses-/, /\/requestKeys-/].map((file) =>
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
})
