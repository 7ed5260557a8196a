import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { axeFindings } from "../support/axe.ts"
import type { Desk } from "../support/Desk.ts"
import { detailOf } from "../support/detailData.ts"
import { openDesk } from "../support/openDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

let desk: Desk
let make: ReturnType<typeof detailOf>
beforeAll(async () => {
  desk = await openDesk()
  make = detailOf(desk)
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

const s = LockStatus.id
const lost = "Any progress will be lost. Are you sure?"
const saved = "Successfully updated"

const field = ({ page }: Visitor, name: string) => page.getByRole("main").getByLabel(name, { exact: true })
const save = (visitor: Visitor) => visitor.does("lock.save")
/** Opens a lock's page and waits until its form can be used. */
const open = async (path: string, role: RoleId = Role.id.Admin, more: { company?: string; width?: number } = {}) => {
  const { width, ...rest } = more
  const visitor = await desk.visit({
    role,
    path,
    ...rest,
    ...(width === undefined ? {} : { viewport: { width, height: 800 } })
  })
  await visitor.sees("Details")
  return visitor
}

describe("the form of a lock", () => {
  it("is done by keyboard alone: status, unit, save, back, undo", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    await visitor.openPalette(`available ${lock.serial}`)
    await visitor.row(new RegExp(`${lock.serial.slice(0, 4)}.?${lock.serial.slice(4)}`)).waitFor()
    await visitor.press("Enter")
    await visitor.sees("Details")
    await visitor.press("s")
    await expect.poll(() => field(visitor, "Status").evaluate((at) => at === document.activeElement)).toBe(true)
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

  it("is done by mouse alone, from the list and back to it", async () => {
    const lock = await make.lock({ status: s.TenantUsingLock, unit: "M-1" })
    const visitor = await open(lock.path)
    expect(await field(visitor, "Unit").inputValue()).toBe("M-1")
    await field(visitor, "Status").selectOption({ label: "On Dropbox" })
    expect(await field(visitor, "Unit").inputValue()).toBe("")
    expect(await field(visitor, "Unit").isDisabled()).toBe(true)
    await visitor.reads("A lock in this status has no unit.")
    await field(visitor, "Color").selectOption({ label: "red" })
    await save(visitor).click()
    await visitor.reads(saved)
    await visitor.isAt("/locks/manage_locks")
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.OnDropbox, unit: null, color: -65536 })
  })

  it("keeps what is typed until it is saved or given up", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "D-1" })
    const visitor = await open(lock.path)
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    await field(visitor, "Unit").fill("D-2")
    await visitor.page.getByRole("heading", { name: "Details" }).click()
    const asks = visitor.page.getByRole("dialog", { name: lost })
    for (const leave of [() => visitor.press("g", "d"), () => visitor.page.getByText("Back", { exact: true }).click()]) {
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

  it("loses nothing when the server is away", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "S-1" })
    const visitor = await open(lock.path)
    visitor.expects(/Failed to load resource|ERR_|WebSocket|Failed to (start|complete)|negotiat|disconnected/i)
    await field(visitor, "Unit").fill("S-2")
    desk.proxy.goDown()
    await save(visitor).click()
    await visitor.reads("The server cannot be reached.")
    expect(await field(visitor, "Unit").inputValue()).toBe("S-2")
    desk.proxy.comeBack()
    await expect
      .poll(
        async () => {
          await save(visitor).click({ timeout: 1000 }).catch(() => undefined)
          return (await make.state(lock.lockID))?.unit
        },
        { timeout: 15_000, interval: 500 }
      )
      .toBe("S-2")
  })

  it("asks for the unit that a status needs, and says what stands against it", async () => {
    const lock = await make.lock({ status: s.Available })
    await make.lock({ status: s.AssignedOverlock, unit: "ONE" })
    const visitor = await open(lock.path)
    visitor.expects(/422/)
    await field(visitor, "Status").selectOption({ label: "Assigned Overlock" })
    await save(visitor).click()
    await visitor.reads("Unit is required for this status.")
    await expect.poll(() => field(visitor, "Unit").evaluate((at) => at === document.activeElement)).toBe(true)
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

describe("two browsers at one lock", () => {
  const both = async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "C-1" })
    const [mine, theirs] = [await open(lock.path), await open(lock.path, Role.id.Owner)]
    await field(mine, "Color").selectOption({ label: "blue" })
    await field(theirs, "Unit").fill("C-2")
    await save(theirs).click()
    await theirs.reads(saved)
    const told = mine.page.getByRole("alert").filter({ hasText: "This lock was changed by Owner acme" })
    await told.getByText("Unit:").waitFor()
    return { lock, mine, told }
  }

  it("show what the other has done, and keep mine", async () => {
    const { lock, mine, told } = await both()
    expect(await told.innerText()).toMatch(/C-1[\s\S]*C-2/)
    expect(await save(mine).getAttribute("aria-disabled")).toBe("true")
    await mine.does("lock.keepMine").click()
    await told.waitFor({ state: "hidden" })
    expect(await field(mine, "Unit").inputValue()).toBe("C-2")
    await save(mine).click()
    await mine.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "C-2", color: -16776961 })
  })

  it("or take theirs", async () => {
    const { mine, told } = await both()
    await mine.does("lock.takeTheirs").click()
    await told.waitFor({ state: "hidden" })
    expect(await field(mine, "Unit").inputValue()).toBe("C-2")
    expect(await field(mine, "Color").inputValue()).toBe("-4144960")
    expect(await save(mine).getAttribute("aria-disabled")).toBe("true")
  })

  it("are told by the server where the live events do not come", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "H-1" })
    const visitor = await open(lock.path)
    visitor.expects(/409/)
    await field(visitor, "Color").selectOption({ label: "green" })
    await make.sql(
      (db) => db`UPDATE locks SET unit = 'H-2', version = version + 1, updated_at = now() WHERE lock_id = ${lock.lockID}`
    )
    await save(visitor).click()
    await visitor.page.getByRole("alert").getByText("Unit:").waitFor()
    await visitor.does("lock.keepMine").click()
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "H-2", color: -16744448 })
  })
})

describe("what a role may choose", () => {
  /** The choices on the screen, or null where the field is closed. */
  const choices = async (visitor: Visitor) =>
    (await field(visitor, "Status").isDisabled())
      ? null
      : await field(visitor, "Status").locator("option").allInnerTexts()

  const assigned = ["Returned to Dropbox", "Tenant Using Lock"]
  const agent: ReadonlyArray<readonly [LockStatusId, ReadonlyArray<string> | null]> = [
    [s.ReturnedToDropbox, ["Tenant Using Lock"]],
    [s.TenantUsingLock, ["Returned to Dropbox"]],
    [s.AssignedOverlock, assigned],
    [s.AssignedVacant, assigned],
    [s.AssignedAuction, assigned],
    [s.OnDropbox, assigned],
    [s.AssignedOther, assigned],
    [s.AssignedVendor, assigned],
    [s.Available, null],
    [s.Lost, null],
    [s.Damaged, null],
    [s.Unscannable, null]
  ]

  it("as a Call Center Agent, from every status, without unit and transfer", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    for (const [status, expected] of agent) {
      const lock = await make.lock({ status, unit: "R-1" })
      await visitor.goTo(lock.path)
      await visitor.sees("Details")
      const own = LockStatus.label(status)
      const shown = await choices(visitor)
      expect([own, shown?.toSorted() ?? null]).toEqual([own, expected === null ? null : [own, ...expected].toSorted()])
      expect(await field(visitor, "Unit").isDisabled()).toBe(true)
      expect(await visitor.does("locks.transfer").count()).toBe(0)
    }
    await visitor.press("u")
    await visitor.reads("Call Center Agents cannot edit the unit of a lock.")
  })

  it("as Restricted Personnel: never Auction nor Tenant Using while codes are shown, and cannot open them", async () => {
    const all = LockStatus.rows.map(({ label }) => label)
    const shown = { company: "open", facility: "Open Yard" }
    const lock = await make.lock({ status: s.Available, ...shown })
    const visitor = await open(lock.path, Role.id.RestrictedPersonnel, { company: "open" })
    expect(await choices(visitor)).toEqual(all.filter((label) => !["Assigned Auction", "Tenant Using Lock"].includes(label)))
    for (const status of [s.TenantUsingLock, s.AssignedAuction]) {
      const closed = await make.lock({ status, unit: "R-2", ...shown })
      visitor.expects(/403/)
      await visitor.goTo(closed.path)
      await visitor.reads("Access Denied")
      await visitor.isAt("/locks/manage_locks")
    }
    const hidden = await open((await make.lock({ status: s.Available })).path, Role.id.RestrictedPersonnel)
    expect(await choices(hidden)).toEqual(all)
  })

  it("as an Owner everything, and as a Vendor nothing, who sees no status", async () => {
    const lock = await make.lock({ status: s.Available })
    expect(await choices(await open(lock.path, Role.id.Owner))).toEqual(LockStatus.rows.map(({ label }) => label))
    const vendor = await open(lock.path, Role.id.Vendor)
    expect(await field(vendor, "Status").count()).toBe(0)
    for (const name of ["Unit", "Color"]) expect([name, await field(vendor, name).isDisabled()]).toEqual([name, true])
    await vendor.reads("You don't have permission to edit a lock's combination")
    expect(await save(vendor).getAttribute("aria-disabled")).toBe("true")
  })
})

describe("a transfer", () => {
  it("is opened by the address, clears the unit, and is saved with the new one", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "T-1" })
    const visitor = await open(`${lock.path}?transfer=1`)
    await expect.poll(() => field(visitor, "Facility").evaluate((at) => at.tagName)).toBe("SELECT")
    await field(visitor, "Facility").selectOption({ label: "Harbor Point" })
    expect(await field(visitor, "Unit").inputValue()).toBe("")
    await visitor.reads("Saving takes this lock away from Maple Street. Its unit there is cleared.")
    await field(visitor, "Unit").fill("T-9")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "Harbor Point", unit: "T-9" })
  })

  it("is turned on by m and off by its button", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await open(lock.path)
    await visitor.does("locks.transfer").waitFor()
    await visitor.press("m")
    await visitor.isAt(/\?transfer=1$/)
    await expect.poll(() => field(visitor, "Facility").evaluate((at) => at === document.activeElement)).toBe(true)
    await field(visitor, "Facility").selectOption({ label: "North Loop" })
    await visitor.does("locks.transfer").click()
    await visitor.isAt(new RegExp(`${lock.path}$`))
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
  })

  it("is not offered where there is one facility only", async () => {
    const lock = await make.lock({ status: s.Available, company: "open", facility: "Open Yard" })
    const visitor = await open(lock.path, Role.id.Admin, { company: "open" })
    await visitor.sees("Lock Logs")
    expect(await visitor.does("locks.transfer").count()).toBe(0)
  })
})

describe("a change of the combination", () => {
  it("warns that it sets the lock to Available, once in 30 days, and takes four digits", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "P-1" })
    const visitor = await open(lock.path)
    await visitor.does("locks.setCode").click()
    const tip = visitor.page.getByRole("dialog", { name: "Change the combination" })
    await tip.getByText("Continuing will set this lock to Available.").waitFor()
    await tip.getByRole("button", { name: "Cancel" }).click()
    expect(await field(visitor, "Unit").inputValue()).toBe("P-1")
    await visitor.does("locks.setCode").click()
    await tip.getByLabel("Don't show this again for 30 days").check()
    await tip.getByRole("button", { name: "Continue" }).click()
    expect(await field(visitor, "Status").inputValue()).toBe(String(s.Available))
    expect(await field(visitor, "Unit").inputValue()).toBe("")
    const code = field(visitor, "New combination")
    await code.fill("12")
    await save(visitor).click()
    await visitor.reads("Combination must be 4 digits.")
    await code.fill("90x07")
    expect(await code.inputValue()).toBe("9007")
    await visitor.press("Enter")
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.Available, unit: null, code_version: 2 })
    const cookies = await visitor.context.cookies()
    const kept = cookies.filter(({ name }) => /^code-tip-[0-9a-f]{8}$/.test(name))
    expect(kept).toHaveLength(1)
    expect((kept[0]?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000)
    const next = await make.lock({ status: s.Damaged })
    await visitor.goTo(next.path)
    await visitor.does("locks.setCode").click()
    await field(visitor, "New combination").waitFor()
    await visitor.does("lock.keepCode").click()
    expect(await field(visitor, "Status").inputValue()).toBe(String(s.Damaged))
  })

  it("is closed for a lock with its tenant and for one at auction", async () => {
    for (const status of [s.TenantUsingLock, s.AssignedAuction]) {
      const lock = await make.lock({ status, unit: "P-2" })
      const visitor = await open(lock.path)
      const edit = visitor.does("locks.setCode")
      expect(await edit.getAttribute("aria-disabled")).toBe("true")
      expect(await edit.getAttribute("title")).toContain(LockStatus.label(status))
    }
  })
})

describe("the units of a management software", () => {
  beforeAll(() =>
    make.tells("North Loop", [
      { name: "N-1", status: 0 },
      { name: "N-2", status: 1 },
      { name: "N-3", status: 2 },
      { name: "N-10", status: 2 }
    ])
  )
  const at = { facility: "North Loop" }

  it("are looked up by keyboard: those that fit the status, with what there is to say of them", async () => {
    await make.lock({ status: s.TenantUsingLock, unit: "N-2", ...at })
    const lock = await make.lock({ status: s.Available, ...at })
    const visitor = await open(lock.path)
    await visitor.synced()
    await field(visitor, "Status").selectOption({ label: "Assigned Overlock" })
    await visitor.reads("Units as of 01.02.2026 - 3:04 AM UTC")
    const unit = field(visitor, "Unit")
    const listed = visitor.page.getByRole("option").filter({ visible: true })
    await unit.focus()
    await visitor.press("ArrowDown")
    await expect.poll(() => listed.allInnerTexts()).toEqual([expect.stringContaining("N-1"), expect.stringMatching(/N-2\s+Delinquent/)])
    await visitor.page.keyboard.type("2")
    await visitor.press("ArrowDown", "Enter")
    expect(await unit.inputValue()).toBe("N-2")
    await visitor.reads("There are other locks assigned to this unit.")
    await unit.fill("N-1")
    await visitor.press("Escape")
    await visitor.reads("This unit is not delinquent.")
    await field(visitor, "Status").selectOption({ label: "Assigned Vacant" })
    await visitor.reads("This unit is not vacant.")
    await unit.click()
    await expect.poll(() => listed.allInnerTexts()).toEqual([expect.stringContaining("N-3"), expect.stringContaining("N-10")])
    await listed.filter({ hasText: "N-10" }).click()
    await visitor.readsNoMore("This unit is not vacant.")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.AssignedVacant, unit: "N-10" })
  })

  it("are no list on a locks-only tier", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "N-1", ...at })
    await make.sql((db) => db`UPDATE companies SET tier = 0 WHERE name = 'acme'`)
    const visitor = await open(lock.path)
    await visitor.sees("Lock Logs")
    expect(await field(visitor, "Unit").getAttribute("role")).toBeNull()
    expect(await visitor.does("units.refresh").count()).toBe(0)
    expect(await visitor.page.getByText("This unit is not delinquent.").count()).toBe(0)
    await make.sql((db) => db`UPDATE companies SET tier = 3 WHERE name = 'acme'`)
  })
})

describe("on every screen", () => {
  it.each([
    [360, "light"],
    [360, "dark"],
    [1440, "light"],
    [1440, "dark"]
  ] as const)("at %i px, %s, fits and has nothing for axe to find", async (width, theme) => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "N-1", facility: "North Loop" })
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: `${lock.path}?transfer=1`,
      viewport: { width, height: 800 },
      colorScheme: theme
    })
    await visitor.sees("Lock Logs")
    await visitor.reads("Choose the facility that this lock goes to.")
    await visitor.does("locks.setCode").click()
    expect(await axeFindings(visitor.page)).toEqual([])
    await visitor.page.getByRole("button", { name: "Continue" }).click()
    await field(visitor, "New combination").waitFor()
    expect(await axeFindings(visitor.page)).toEqual([])
    const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })
})
