import { beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { clickFacility } from "../support/chooseFacility.ts"
import { detailOf, unitsAsOf } from "../support/detailData.ts"
import { field, hasFocus, openDetail, save } from "../support/detailPage.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { layoutFaultsAtEveryWidth, phone, unsoundAtEveryWidth } from "../support/unsound.ts"

let make: ReturnType<typeof detailOf>
shareDesk()
beforeAll(async () => {
  make = detailOf(desk)
})

const s = LockStatus.id
const saved = "Successfully updated"
const open = (...[path, role, more]: [string, RoleId?, { readonly company?: string }?]) =>
  openDetail(desk, path, role, more)

describe("status choices by role", () => {
  /** The choices on the screen, or null if the field is disabled. */
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

  it("limit a Call Center Agent from every status, and allow no unit change or transfer", async () => {
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/dashboard" })
    for (const [status, expected] of agent) {
      const lock = await make.lock({ status, unit: "R-1" })
      await visitor.follows(lock.path)
      const serial = new RegExp(`^Lock ${lock.serial.slice(0, 4)}\\s*${lock.serial.slice(4)}`)
      await visitor.until(lock.serial, visitor.page.getByRole("heading", { name: serial }).waitFor())
      await visitor.sees("Details")
      const own = LockStatus.label(status)
      const shown = await choices(visitor)
      expect([own, shown?.toSorted() ?? null]).toEqual([own, expected === null ? null : [own, ...expected].toSorted()])
      expect(await field(visitor, "Unit").isDisabled()).toBe(true)
      expect(await visitor.does("locks.transfer").count()).toBe(0)
    }
    await visitor.press("u")
    await visitor.reads("Call Center Agents can't edit a lock's unit.")
  }, 180_000)

  it("never offer Restricted Personnel Auction or Tenant Using while codes are shown, and keep such locks closed to them", async () => {
    const all = LockStatus.rows.map(({ label }) => label)
    const shown = { company: "open", facility: "Open Yard" }
    const lock = await make.lock({ status: s.Available, ...shown })
    const visitor = await open(lock.path, Role.id.RestrictedPersonnel, { company: "open" })
    expect(await choices(visitor)).toEqual(
      all.filter((label) => !["Assigned Auction", "Tenant Using Lock"].includes(label))
    )
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

  it("offer an Owner everything and a Vendor nothing, not even the status or the log, which tells it", async () => {
    const lock = await make.lock({ status: s.Available })
    const owner = await open(lock.path, Role.id.Owner)
    expect(await choices(owner)).toEqual(LockStatus.rows.map(({ label }) => label))
    const logs = (visitor: Visitor) => visitor.page.getByRole("heading", { name: "Lock Logs" }).count()
    expect(await logs(owner)).toBe(1)
    const vendor = await open(lock.path, Role.id.Vendor)
    expect([await field(vendor, "Status").count(), await logs(vendor)]).toEqual([0, 0])
    for (const name of ["Unit", "Color"]) expect([name, await field(vendor, name).isDisabled()]).toEqual([name, true])
    await vendor.reads("You don't have permission to edit a lock's combination")
    expect(await save(vendor).getAttribute("aria-disabled")).toBe("true")
  })
})

describe("transferring a lock", () => {
  it("opens from the URL, clears the unit, and saves the new one", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "T-1" })
    const visitor = await open(`${lock.path}?transfer=1`)
    await clickFacility(visitor.page.getByRole("combobox", { name: "Facility", exact: true }), "Harbor Point")
    expect(await field(visitor, "Unit").inputValue()).toBe("")
    await visitor.reads("Saving moves this lock out of Maple Street and clears its unit.")
    await field(visitor, "Unit").fill("T-9")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "Harbor Point", unit: "T-9" })
  })

  it("is toggled on by m and off by its button", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await open(lock.path)
    await visitor.does("locks.transfer").waitFor()
    await visitor.press("m")
    await visitor.isAt(/\?transfer=1$/)
    await expect.poll(() => hasFocus(visitor, "Facility"), { timeout: 15_000 }).toBe(true)
    await clickFacility(visitor.page.getByRole("combobox", { name: "Facility", exact: true }), "North Loop")
    await visitor.does("locks.transfer").click()
    await visitor.isAt(new RegExp(`${lock.path}$`))
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
  })

  it("is not offered with only one facility", async () => {
    const lock = await make.lock({ status: s.Available, company: "open", facility: "Open Yard" })
    const visitor = await open(lock.path, Role.id.Admin, { company: "open" })
    await visitor.sees("Lock Logs")
    expect(await visitor.does("locks.transfer").count()).toBe(0)
  })
})

describe("changing the combination", () => {
  it("warns that it sets the lock to Available, is allowed once in 30 days, and takes four digits", async () => {
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
    const cookies = await visitor.cookies()
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

  it("is disabled for a lock with a tenant or at auction", async () => {
    for (const status of [s.TenantUsingLock, s.AssignedAuction]) {
      const lock = await make.lock({ status, unit: "P-2" })
      const visitor = await open(lock.path)
      const edit = visitor.does("locks.setCode")
      expect(await edit.getAttribute("aria-disabled")).toBe("true")
      expect(await edit.getAttribute("title")).toContain(LockStatus.label(status))
    }
  })
})

describe("FMS units", () => {
  beforeAll(() =>
    make.tells("North Loop", [
      { name: "N-1", status: 0 },
      { name: "N-2", status: 1 },
      { name: "N-3", status: 2 },
      { name: "N-10", status: 2 }
    ])
  )
  const at = { facility: "North Loop" }

  it("are looked up by keyboard, with the units matching the status and their details", async () => {
    await make.lock({ status: s.TenantUsingLock, unit: "N-2", ...at })
    const lock = await make.lock({ status: s.Available, ...at })
    const visitor = await open(lock.path)
    await visitor.synced()
    await field(visitor, "Status").selectOption({ label: "Assigned Overlock" })
    await visitor.reads(unitsAsOf)
    const unit = field(visitor, "Unit")
    const listed = visitor.page.getByRole("option").filter({ visible: true })
    await unit.focus()
    await visitor.press("ArrowDown")
    await expect
      .poll(() => listed.allInnerTexts(), { timeout: 15_000 })
      .toEqual([expect.stringContaining("N-1"), expect.stringMatching(/N-2\s+Delinquent/)])
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
    await expect
      .poll(() => listed.allInnerTexts(), { timeout: 15_000 })
      .toEqual([expect.stringContaining("N-3"), expect.stringContaining("N-10")])
    await listed.filter({ hasText: "N-10" }).click()
    await visitor.readsNoMore("This unit is not vacant.")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.AssignedVacant, unit: "N-10" })
  })

  it("are walked from the last one with Up, scrolled into view, as is the current one when the list opens", async () => {
    await make.sql(
      (db) => db`
        INSERT INTO facilities (company_id, name, created_at)
        SELECT company_id, 'Long Row', created_at FROM facilities WHERE name = 'North Loop'`
    )
    await make.tells(
      "Long Row",
      Array.from({ length: 14 }, (_, nth) => ({ name: `L-${nth + 10}`, status: 2 as const }))
    )
    const lock = await make.lock({ status: s.AssignedVacant, unit: "L-23", facility: "Long Row" })
    const visitor = await open(lock.path)
    await visitor.reads(unitsAsOf)
    const unit = field(visitor, "Unit")
    const last = visitor.page.getByRole("option", { name: "L-23" })
    /** Whether the whole row is within the part of the list that is shown. */
    const lastIsSeen = () =>
      last.evaluate((row) => {
        const shown = row.closest(".unit-list")?.getBoundingClientRect()
        return shown !== undefined && row.getBoundingClientRect().bottom <= shown.bottom
      })
    await unit.fill("L-")
    await visitor.press("ArrowUp")
    await expect.poll(() => last.getAttribute("aria-selected")).toBe("true")
    expect(await lastIsSeen()).toBe(true)
    await visitor.press("Enter", "Tab", "Shift+Tab", "ArrowDown")
    await expect.poll(() => last.getAttribute("aria-selected")).toBe("true")
    expect(await lastIsSeen()).toBe(true)
  })

  it("are removed from the server's cache and reloaded on request", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "N-1", ...at })
    const visitor = await open(lock.path)
    await visitor.reads(unitsAsOf)
    // While they load, the button does nothing.
    await visitor.settled()
    // Reloading fails because this company has no FMS connection.
    visitor.expects(/status of [45]\d\d/)
    const calls: Array<string> = []
    visitor.page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (/\/units(-cache)?$/.test(pathname)) calls.push(`${request.method()} ${pathname.split("/").at(-1)}`)
    })
    await visitor.does("units.refresh").click()
    // The page requests them once more if the hub's event arrives meanwhile.
    const sinceForgotten = () => calls.slice(calls.indexOf("DELETE units-cache")).slice(0, 2)
    await expect.poll(sinceForgotten, { timeout: 15_000 }).toEqual(["DELETE units-cache", "GET units"])
    await visitor.readsNoMore(unitsAsOf)
  })

  it("are not listed on a locks-only tier", async () => {
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

it("is sound while a lock is transferred and its combination changed, on a phone and on a desktop", async () => {
  const lock = await make.lock({ status: s.AssignedOverlock, unit: "N-1", facility: "North Loop" })
  const visitor = await desk.visit({ role: Role.id.Admin, path: `${lock.path}?transfer=1`, viewport: phone })
  await visitor.sees("Lock Logs")
  await visitor.reads("Choose a facility for this lock.")
  await visitor.does("locks.setCode").click()
  expect(await layoutFaultsAtEveryWidth(visitor.page)).toEqual([])
  await visitor.page.getByRole("button", { name: "Continue" }).click()
  await field(visitor, "New combination").waitFor()
  expect(await unsoundAtEveryWidth(visitor.page)).toEqual([])
})
