import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { detailOf } from "../support/detailData.ts"
import { field, hasFocus, openDetail, save } from "../support/detailPage.ts"
import { clickFacility, typeFacility } from "../support/chooseFacility.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { activeLocks, registerLocks } from "../support/registerLocks.ts"
import type { Visitor } from "../support/Visitor.ts"

let make: ReturnType<typeof detailOf>
let next = 73_000_000
shareDesk()
beforeAll(async () => {
  make = detailOf(desk)
})

const s = LockStatus.id
const { Admin } = Role.id
const saved = "Successfully updated"
const register = (count: number) => registerLocks(desk, (next += 1000), count)
const facility = ({ page }: Visitor) => page.getByRole("main").getByRole("combobox", { name: "Facility", exact: true })
const chosen = (visitor: Visitor) => facility(visitor).inputValue()
const link = (visitor: Visitor) => visitor.page.getByRole("link", { name: /^Transfer lock/ })
const dialog = ({ page }: Visitor) => page.getByRole("dialog")

/** Pastes these serial codes and plans them by mouse. */
const planOf = async (serials: ReadonlyArray<string>, visitor: Visitor): Promise<void> => {
  await visitor.page.getByRole("textbox", { name: "Locks" }).fill(serials.join("\n"))
  await visitor.does("bulk.planList").click()
  await visitor.sees("Plan")
}

/** The state a stopped server leaves: a running job without a lease. */
const stopped = (jobID: number) =>
  make.sql((db) => db`UPDATE jobs SET state = 'applying', runs_until = NULL WHERE number = ${jobID}`)
const jobAt = (visitor: Visitor): number => Number(new URL(visitor.page.url()).pathname.split("/").at(-1))

describe("by keyboard only", () => {
  it("transfers an active lock from its refused activation to the saved form", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    visitor.expects(/409/)
    await visitor.sees("Dashboard")
    await visitor.press("g", "a")
    await visitor.sees("Activate Locks")
    await visitor.tabTo(facility(visitor))
    await typeFacility(facility(visitor), "Harbor")
    await expect.poll(() => chosen(visitor)).toBe("Harbor Point")
    await visitor.tabTo(visitor.page.getByLabel("Serial Code"))
    await visitor.press(...lock.serial, "Enter")
    await visitor.tabTo(link(visitor))
    await visitor.press("Enter")
    await visitor.isAt(/\?transfer=1&facility=\d+$/)
    await visitor.reads("Saving moves this lock out of Maple Street")
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "Harbor Point" })
  })

  it("runs no other command with a unit typed for a lock that can't have one", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await openDetail(desk, lock.path)
    await visitor.does("locks.transfer").waitFor()
    await visitor.press("u")
    await dialog(visitor).filter({ hasText: "Locks with this status have no unit." }).waitFor()
    await visitor.press("m", "4", "Enter")
    await dialog(visitor).waitFor({ state: "detached" })
    await visitor.isAt(lock.path)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.Available, unit: null, facility: "Maple Street" })
  })

  it("transfers a lock from its form", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await openDetail(desk, lock.path)
    await visitor.does("locks.transfer").waitFor()
    await visitor.press("m")
    await expect.poll(() => hasFocus(visitor, "Facility"), { timeout: 15_000 }).toBe(true)
    await typeFacility(facility(visitor), "North")
    await visitor.reads("Saving moves this lock out of Maple Street")
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "North Loop" })
  })

  it("changes a combination", async () => {
    const lock = await make.lock({ status: s.Damaged })
    const visitor = await openDetail(desk, lock.path)
    await visitor.tabTo(visitor.does("locks.setCode"))
    await visitor.press("Enter")
    await visitor.reads("Continuing will set this lock to Available.")
    await visitor.press("Control+Enter")
    await dialog(visitor).waitFor({ state: "detached" })
    await visitor.tabTo(field(visitor, "New combination"))
    await visitor.page.keyboard.type("9007")
    await visitor.press("Enter")
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.Available, code_version: 2 })
  })

  it("keeps and saves a change that conflicts with another user's", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "K-1" })
    const visitor = await openDetail(desk, lock.path)
    visitor.expects(/409/)
    await visitor.press("o")
    await expect.poll(() => hasFocus(visitor, "Color"), { timeout: 15_000 }).toBe(true)
    await visitor.page.keyboard.type("green")
    await make.movedOnTheWay(visitor, lock.lockID, "K-2")
    await visitor.press("Control+Enter")
    await visitor.tabTo(visitor.does("lock.keepMine"))
    await visitor.press("Enter")
    await visitor.does("lock.keepMine").waitFor({ state: "hidden" })
    await visitor.press("Control+Enter")
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "K-2", color: -16744448 })
  })

  it("resumes a stopped job and cancels another", async () => {
    const serials = await register(3)
    const visitor = await desk.visit({ role: Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    const plan = async (planned: ReadonlyArray<string>): Promise<void> => {
      await visitor.press("g", "b")
      await visitor.sees("Bulk changes")
      await visitor.tabTo(facility(visitor))
      await typeFacility(facility(visitor), "Harbor")
      await visitor.tabTo(visitor.page.getByRole("textbox", { name: "Locks" }))
      await visitor.page.keyboard.type(planned.join("\n"))
      await visitor.press("Control+Enter")
      await visitor.sees("Plan")
    }
    await plan(serials.slice(0, 2))
    await stopped(jobAt(visitor))
    await visitor.page.reload()
    await visitor.sees("Stopped")
    await visitor.press("Control+Enter")
    await visitor.sees("Done")
    await visitor.reads("2 of 2 rows, 2 changed")
    expect(await activeLocks(desk, serials)).toBe(2)

    await plan(serials.slice(2))
    await visitor.tabTo(visitor.does("jobs.cancel"))
    await visitor.press("Enter")
    await visitor.reads(/Cancel job \d+\?/)
    await visitor.press("Control+Enter")
    await visitor.sees("Canceled")
    expect(await activeLocks(desk, serials)).toBe(2)
  })
})

describe("by mouse only", () => {
  it("transfers an active lock from its refused activation to the saved form", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await desk.visit({ role: Admin, path: "/locks/manage_locks" })
    visitor.expects(/409/)
    await visitor.does("go.locks.activate").first().click()
    await visitor.sees("Activate Locks")
    await clickFacility(facility(visitor), "Harbor Point")
    await visitor.page.getByLabel("Serial Code").fill(lock.serial)
    await visitor.page.getByRole("button", { name: /^Activate Lock/ }).click()
    await link(visitor).click()
    await visitor.reads("Saving moves this lock out of Maple Street")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "Harbor Point" })
    expect(await visitor.keys()).toEqual([])
  })

  it("transfers a lock from its form, and undoes the change", async () => {
    const lock = await make.lock({ status: s.Available })
    const visitor = await openDetail(desk, lock.path)
    await visitor.does("locks.transfer").click()
    await clickFacility(facility(visitor), "North Loop")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "North Loop" })
    await visitor.picks("Undo the last change")
    await visitor.reads("Undone: Save Changes.")
    expect(await make.state(lock.lockID)).toMatchObject({ facility: "Maple Street" })
    expect(await visitor.keys()).toEqual([])
  })

  it("changes a combination", async () => {
    const lock = await make.lock({ status: s.Damaged })
    const visitor = await openDetail(desk, lock.path)
    await visitor.does("locks.setCode").click()
    await dialog(visitor).getByRole("button", { name: "Continue" }).click()
    await field(visitor, "New combination").fill("9007")
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ status: s.Available, code_version: 2 })
    expect(await visitor.keys()).toEqual([])
  })

  it("keeps and saves a change that conflicts with another user's", async () => {
    const lock = await make.lock({ status: s.AssignedOverlock, unit: "M-1" })
    const visitor = await openDetail(desk, lock.path)
    visitor.expects(/409/)
    await field(visitor, "Color").selectOption({ label: "green" })
    await make.movedOnTheWay(visitor, lock.lockID, "M-2")
    await save(visitor).click()
    await visitor.does("lock.keepMine").click()
    await visitor.does("lock.keepMine").waitFor({ state: "hidden" })
    await save(visitor).click()
    await visitor.reads(saved)
    expect(await make.state(lock.lockID)).toMatchObject({ unit: "M-2", color: -16744448 })
    expect(await visitor.keys()).toEqual([])
  })

  it("pastes, plans and applies a list; resumes a stopped job and cancels another", async () => {
    const serials = await register(3)
    const visitor = await desk.visit({ role: Admin, path: "/locks/manage_locks" })
    await visitor.does("go.locks.list").first().click()
    await visitor.sees("Bulk changes")
    await clickFacility(facility(visitor), "Harbor Point")
    await planOf(serials.slice(0, 1), visitor)
    await visitor.does("jobs.apply").first().click()
    await visitor.sees("Done")
    expect(await activeLocks(desk, serials)).toBe(1)

    await visitor.follows("/locks/bulk")
    await clickFacility(facility(visitor), "Harbor Point")
    await planOf(serials.slice(1, 2), visitor)
    await stopped(jobAt(visitor))
    await visitor.page.reload()
    await visitor.sees("Stopped")
    await visitor.does("jobs.resume").click()
    await visitor.sees("Done")
    expect(await activeLocks(desk, serials)).toBe(2)

    await visitor.follows("/locks/bulk")
    await clickFacility(facility(visitor), "Harbor Point")
    await planOf(serials.slice(2), visitor)
    await visitor.does("jobs.cancel").click()
    await dialog(visitor).getByRole("button", { name: "Go back" }).click()
    await visitor.sees("Plan")
    await visitor.does("jobs.cancel").click()
    await dialog(visitor).getByRole("button", { name: "Cancel the job" }).click()
    await visitor.sees("Canceled")
    expect(await activeLocks(desk, serials)).toBe(2)
    expect(await visitor.keys()).toEqual([])
  })
})
