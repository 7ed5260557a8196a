import { beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { detailOf } from "../support/detailData.ts"
import { field, hasFocus, openDetail, save } from "../support/detailPage.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

let make: ReturnType<typeof detailOf>
shareDesk()
beforeAll(async () => {
  make = detailOf(desk)
})

const s = LockStatus.id
const lost = "Any progress will be lost. Are you sure?"
const saved = "Successfully updated"
const open = (...[path, role, more]: [string, RoleId?, { readonly company?: string }?]) =>
  openDetail(desk, path, role, more)

describe("the lock form", () => {
  it("works by keyboard only: status, unit, save, back, undo", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.openPalette(`status:available ${lock.serial}`)
    await visitor.row(new RegExp(`${lock.serial.slice(0, 4)}.?${lock.serial.slice(4)}`)).waitFor()
    await visitor.press("Enter")
    await visitor.sees("Details")
    await visitor.press("s")
    await expect.poll(() => hasFocus(visitor, "Status"), { timeout: 15_000 }).toBe(true)
    await visitor.page.keyboard.type("Assigned O")
    expect(await field(visitor, "Status").inputValue()).toBe(String(s.AssignedOverlock))
    await visitor.press("Tab")
    await visitor.page.keyboard.type("K-1")
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    await visitor.isAt("/dashboard")
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.AssignedOverlock, unit: "K-1" })
    await visitor.press("z")
    await visitor.reads("Undone: Save Changes.")
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.Available, unit: null })
  })

  it("works by mouse only, from the list and back to it", async () => {
    const lock = await make.lock({ status: s.TenantUsingLock, unit: "M-1" })
    const visitor = await open(lock.path)
    expect(await field(visitor, "Unit").inputValue()).toBe("M-1")
    await field(visitor, "Status").selectOption({ label: "On Dropbox" })
    expect(await field(visitor, "Unit").inputValue()).toBe("")
    expect(await field(visitor, "Unit").isDisabled()).toBe(true)
    await visitor.reads("Locks with this status have no unit.")
    await field(visitor, "Color").selectOption({ label: "red" })
    await save(visitor).click()
    await visitor.reads(saved)
    await visitor.isAt("/locks/manage_locks")
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.OnDropbox, unit: null, color: -65536 })
  })

  it("keeps unsaved input until it is saved or discarded", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "D-1" })
    const visitor = await open(lock.path)
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    await field(visitor, "Unit").fill("D-2")
    await visitor.page.getByRole("heading", { name: "Details" }).click()
    const asks = visitor.page.getByRole("dialog", { name: lost })
    for (const leave of [
      () => visitor.press("g", "d"),
      () => visitor.page.getByText("Back", { exact: true }).click()
    ]) {
      await leave()
      await asks.waitFor()
      await visitor.press("Escape")
      await asks.waitFor({ state: "hidden" })
      expect(await field(visitor, "Unit").inputValue()).toBe("D-2")
    }
    await visitor.does("lock.cancel").click()
    await asks.getByText("This will return all settings to values when this page was loaded").waitFor()
    await asks.getByRole("button", { name: "No" }).click()
    expect(await field(visitor, "Unit").inputValue()).toBe("D-2")
    await visitor.does("lock.cancel").click()
    await asks.getByRole("button", { name: "Yes" }).click()
    await asks.waitFor({ state: "hidden" })
    expect(await field(visitor, "Unit").inputValue()).toBe("D-1")
    await field(visitor, "Unit").fill("D-3")
    await visitor.page.getByRole("heading", { name: "Details" }).click()
    await visitor.press("g", "d")
    await asks.getByRole("button", { name: "Yes" }).click()
    await visitor.isAt("/dashboard")
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "D-1" })
  })

  it("loses nothing while the server is offline", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "S-1" })
    const visitor = await open(lock.path)
    visitor.expects(/Failed to load resource|ERR_|WebSocket|Failed to (start|complete)|negotiat|disconnected/i)
    await field(visitor, "Unit").fill("S-2")
    desk.proxy.goDown()
    await save(visitor).click()
    await visitor.reads("Can't reach the server.")
    expect(await field(visitor, "Unit").inputValue()).toBe("S-2")
    desk.proxy.comeBack()
    await expect
      .poll(
        async () => {
          await save(visitor)
            .click({ timeout: 5000 })
            .catch(() => undefined)
          return (await make.state(lock.lockID))?.unit
        },
        { timeout: 40_000, interval: 500 }
      )
      .toBe("S-2")
  })

  it("asks for the unit a status needs, and explains why a unit is refused", async () => {
    const lock = await make.lock({ status: s.Available })
    await make.lock({ status: s.AssignedOverlock, unit: "ONE" })
    const visitor = await open(lock.path)
    visitor.expects(/422/)
    await field(visitor, "Status").selectOption({ label: "Assigned Overlock" })
    await save(visitor).click()
    await visitor.reads("Unit is required for this status.")
    await expect.poll(() => hasFocus(visitor, "Unit"), { timeout: 15_000 }).toBe(true)
    await make.sql((db) => db`UPDATE companies SET locks_per_unit = 1 WHERE name = 'acme'`)
    await field(visitor, "Unit").fill("ONE")
    await visitor.press("Enter")
    await visitor.reads("Unable to assign multiple locks to this unit.")
    await make.sql((db) => db`UPDATE companies SET locks_per_unit = 4 WHERE name = 'acme'`)
    expect(await field(visitor, "Unit").inputValue()).toBe("ONE")
    await visitor.press("Enter")
    await visitor.reads(saved)
  })
})

describe("two browsers on one lock", () => {
  const both = async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "C-1" })
    const [mine, theirs] = [await open(lock.path), await open(lock.path, Role.id.Owner)]
    await field(mine, "Color").selectOption({ label: "blue" })
    await field(theirs, "Unit").fill("C-2")
    await save(theirs).click()
    await theirs.reads(saved)
    const conflict = mine.page.getByRole("alert").filter({ hasText: "This lock was changed by Owner acme" })
    await conflict.getByText("Unit:").waitFor()
    return { lock, mine, conflict }
  }

  it("show the other's change, and can keep the local one", async () => {
    const { lock, mine, conflict } = await both()
    expect(await conflict.innerText()).toMatch(/C-1[\s\S]*C-2/)
    expect(await save(mine).getAttribute("aria-disabled")).toBe("true")
    await mine.does("lock.keepMine").click()
    await conflict.waitFor({ state: "hidden" })
    expect(await field(mine, "Unit").inputValue()).toBe("C-2")
    await save(mine).click()
    await mine.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "C-2", color: -16776961 })
  })

  it("have nothing to choose if they made the same change", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "E-1" })
    const [mine, theirs] = [await open(lock.path), await open(lock.path, Role.id.Owner)]
    await mine.live()
    await field(mine, "Color").selectOption({ label: "orange" })
    await field(theirs, "Color").selectOption({ label: "orange" })
    await save(theirs).click()
    await theirs.reads(saved)
    await mine.reads("Your changes are already saved.")
    expect(await mine.page.getByRole("alert").filter({ hasText: "This lock was changed" }).count()).toBe(0)
    expect(await field(mine, "Color").inputValue()).toBe("-23296")
  })

  it("can take the other's change instead", async () => {
    const { mine, conflict } = await both()
    await mine.does("lock.takeTheirs").click()
    await conflict.waitFor({ state: "hidden" })
    expect(await field(mine, "Unit").inputValue()).toBe("C-2")
    expect(await field(mine, "Color").inputValue()).toBe("-4144960")
    expect(await save(mine).getAttribute("aria-disabled")).toBe("true")
  })

  it("learn of the change from the server's response when live events don't arrive", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "H-1" })
    const visitor = await open(lock.path)
    visitor.expects(/409/)
    await field(visitor, "Color").selectOption({ label: "green" })
    await make.movedOnTheWay(visitor, lock.lockID, "H-2")
    await visitor.press("Control+Enter")
    await visitor.page.getByRole("alert").getByText("Unit:").waitFor()
    await visitor.does("lock.keepMine").click()
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "H-2", color: -16744448 })
  })
})
