import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { there } from "../support/deskData.ts"
import { detailOf } from "../support/detailData.ts"
import { field, openDetail } from "../support/detailPage.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"

let make: ReturnType<typeof detailOf>
shareDesk()
beforeAll(async () => {
  make = detailOf(desk)
})

describe("a serial code scanned while a field of a lock has the focus", () => {
  it("looks up its lock, and becomes neither the unit nor the combination", async () => {
    const lock = await make.lock({ status: LockStatus.id.Available })
    const inUnit = await make.lock({ status: LockStatus.id.AssignedOverlock, unit: "S-1" })
    const before = await make.state(lock.lockID)
    for (const { path, name } of [
      { path: lock.path, name: "New combination" },
      { path: inUnit.path, name: "Unit" }
    ]) {
      const visitor = await openDetail(desk, path)
      if (name === "New combination") await visitor.does("locks.setCode").click()
      await field(visitor, name).fill("")
      await visitor.press("1")
      await visitor.settled()
      await visitor.pressAtOnce([...there.next, "Enter"])
      await visitor.until(
        "the lock",
        visitor.page
          .getByText(/4000\s?1015/)
          .filter({ visible: true })
          .first()
          .waitFor()
      )
      await visitor.settled()
      await visitor.leave()
    }
    expect(await make.state(lock.lockID)).toEqual(before)
    expect(await make.state(inUnit.lockID)).toMatchObject({ unit: "S-1" })
  })

  it("becomes no text of a form that takes no serial codes, and doesn't save it", async () => {
    const maple = await desk.server.sql(
      (sql) => sql<{ id: number }>`SELECT facility_id AS id FROM facilities WHERE name = 'Maple Street'`
    )
    for (const { path, name } of [
      { path: `/facilities/${maple[0]?.id ?? 0}`, name: "Facility Name *" },
      { path: "/settings/general", name: "Company name" },
      { path: "/team/users/create", name: "First name *" }
    ]) {
      const visitor = await desk.visit({ role: Role.id.Owner, path })
      const typed = visitor.page.getByLabel(name, { exact: true })
      await typed.fill("Corner")
      await visitor.settled()
      await visitor.pressAtOnce([...there.next, "Enter"])
      await visitor.page.getByRole("dialog", { name: "Reveal the combination of lock 40001015" }).waitFor()
      await visitor.press("Escape")
      await expect.poll(() => typed.inputValue()).toBe("Corner")
      await visitor.isAt(path)
      await visitor.leave()
    }
  })

  it("doesn't become the unit that the palette asks for, either", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
    await visitor.reads(/^\d+ locks$/)
    await visitor.synced()
    await visitor.press("j", "u")
    await visitor.page.getByText("Set the unit of a lock").waitFor()
    await visitor.pressAtOnce([...there.next])
    await visitor.row("40001015").waitFor()
    expect(await visitor.paletteBox.inputValue()).toBe(there.next)
    await visitor.press("Enter")
    await visitor.page.getByRole("dialog", { name: "Reveal the combination of lock 40001015" }).waitFor()
  })
})
