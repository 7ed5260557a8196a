import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

shareDesk()

/** The current row of the list with the focus: its text if it is in view, else empty. */
const currentRow = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant")
    const row = id == null ? null : document.getElementById(id)
    const box = row?.getBoundingClientRect()
    const view = document.getElementById("main")?.getBoundingClientRect()
    if (row === null || box === undefined || view === undefined) return ""
    return box.top >= view.top && box.bottom <= view.bottom ? (row.textContent ?? "") : ""
  })

const { Admin, SiteAdmin } = Role.id

describe("a list that the user comes back to from one of its rows", () => {
  it.each([
    ["the browser's Back", (visitor: Visitor) => visitor.page.goBack()],
    ["the link", (visitor: Visitor) => visitor.page.locator(".back-link").click()]
  ])("stands on that row on its page, with its keys: %s", async (_way, goBack) => {
    const visitor = await desk.nextVisit({
      role: Admin,
      path: "/locks/manage_locks",
      viewport: { width: 1280, height: 560 }
    })
    await visitor.sees("Manage Locks")
    await visitor.synced()
    await visitor.reads(/^305 locks$/)
    await visitor.press("j", "]", "j", "j", "j", "j", "j", "j", "j")
    const left = await currentRow(visitor)
    expect(left).not.toBe("")
    await visitor.press("Enter")
    await visitor.isAt(/\/locks\/\d+$/)
    await visitor.settled()
    await goBack(visitor)
    await visitor.sees("Manage Locks")
    await expect.poll(() => currentRow(visitor)).toBe(left)
    await visitor.press("u")
    await visitor.page.getByRole("dialog").waitFor()
  })

  it.each([
    [Admin, "/facilities", "Facilities"],
    [Admin, "/team/users", "Users"],
    [Admin, "/locks/inventory", "Inventory"],
    [SiteAdmin, "/companies", "Companies"]
  ])("stands on that row: %s %s", async (role, path, heading) => {
    const visitor = await desk.nextVisit({ role, path, viewport: { width: 1280, height: 560 } })
    await visitor.sees(heading)
    await visitor.settled()
    await visitor.press("j", "j")
    const left = await currentRow(visitor)
    expect(left).not.toBe("")
    await visitor.press("Enter")
    await visitor.page.waitForURL((url) => !url.pathname.endsWith(path))
    await visitor.settled()
    await visitor.page.locator(".back-link").click()
    await visitor.sees(heading)
    await expect.poll(() => currentRow(visitor)).toBe(left)
  })

  it("stands on that row if it was opened as soon as it scrolled into view", async () => {
    const visitor = await desk.nextVisit({ role: Admin, path: "/team/users", viewport: { width: 1280, height: 560 } })
    await visitor.sees("Users")
    await visitor.settled()
    await visitor.page.locator(".list-rows [role=row]").last().locator("[role=gridcell]").first().click()
    await visitor.sees("Edit User")
    await visitor.settled()
    await visitor.page.goBack()
    await visitor.sees("Users")
    await visitor.settled()
    expect(await currentRow(visitor)).not.toBe("")
  })

  it("starts at its title if it was opened from the navigation", async () => {
    const visitor = await desk.nextVisit({ role: Admin, path: "/facilities" })
    await visitor.sees("Facilities")
    await visitor.settled()
    await visitor.press("j", "g", "d")
    await visitor.sees("Dashboard")
    await visitor.press("g", "f")
    await visitor.sees("Facilities")
    await visitor.settled()
    expect(await visitor.page.evaluate(() => document.activeElement?.textContent)).toBe("Facilities")
  })
})
