import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { emailOf, makeCompany, makeFacility, makeLock, password } from "../../support/fixture.ts"
import type { Visitor } from "../support/Visitor.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"

const { Admin, Owner } = Role.id

const at = { closing: 0, maple: 0, lock: 0, other: 0 }
const revealed = "40001015"
shareDeskWithNewPages(
  {},
  Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    at.closing = yield* makeFacility(companyID, "Closing Soon")
    const facilityID = yield* makeFacility(companyID, "Maple St")
    at.maple = facilityID
    const lock = { companyID, facilityID, code: "1234", status: LockStatus.id.AssignedOverlock }
    at.lock = yield* makeLock({ ...lock, serial: "40001007" })
    yield* makeLock({ ...lock, serial: revealed })
    at.other = (yield* makeCompany("other")).companyID
  })
)

const copied = "They are still here so that you can copy them."

describe("unsaved text", () => {
  it("stays readable if someone deletes its facility", async () => {
    const visitor = await desk.visit({ role: Admin, path: `/facilities/${at.closing}` })
    const name = visitor.page.getByLabel("Facility Name")
    await name.fill("Typed for a minute")
    await visitor.live()
    visitor.expects(/404/)
    const token = await desk.server.enter("acme", Owner)
    await desk.server.fetch(`/api/facilities/${at.closing}`, { method: "DELETE", token })
    await visitor.reads(`There is no facility ${at.closing}, or you don't have access to it.`)
    await visitor.reads(copied)
    expect(await name.inputValue()).toBe("Typed for a minute")
    await visitor.does("form.submit").or(visitor.does("facilityForm.next")).first().waitFor()
  })

  it("stays readable if the user loses access to its lock", async () => {
    const visitor = await desk.visit({ role: Admin, path: `/locks/${at.lock}` })
    const unit = visitor.page.getByRole("main").getByLabel("Unit")
    await unit.fill("Typed")
    visitor.expects(/404/)
    await visitor.live()
    await desk.server.sql(
      (sql) => sql`UPDATE locks SET company_id = ${at.other}, facility_id = NULL WHERE lock_id = ${at.lock}`
    )
    // An event of another lock.
    await desk.server.fetch("/api/locks/reveal-unlock-code", {
      method: "POST",
      token: await desk.server.enter("acme", Owner),
      body: { serialCode: revealed, reason: "Remove Overlock" }
    })
    await visitor.reads(copied)
    expect(await unit.inputValue()).toBe("Typed")
  })

  /** Ends the session of the page as the server does after a while. */
  const expire = async (visitor: Visitor): Promise<void> => {
    visitor.expects(/401/, /hub/i, /WebSocket/)
    await visitor.live()
    await desk.server.fetch("/api/auth/logout", { method: "POST", token: visitor.token ?? "" })
    await visitor.isAt(/^\/signin/)
    await visitor.reads("Your unsaved changes are kept.")
  }
  const signIn = async ({ page }: Visitor, role: RoleId): Promise<void> => {
    await page.getByLabel("Email", { exact: true }).fill(emailOf("acme", role))
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.keyboard.press("Enter")
  }

  it("is there again if the session ends and the same user signs in, with the version it is based on", async () => {
    const path = `/facilities/${at.maple}`
    const visitor = await desk.visit({ role: Admin, path })
    const name = visitor.page.getByLabel("Facility Name")
    await name.fill("Maple Street")
    await expire(visitor)
    await desk.server.sql(
      (sql) => sql`UPDATE facilities SET name = 'Maple Ave', version = version + 1 WHERE facility_id = ${at.maple}`
    )
    await signIn(visitor, Admin)
    await visitor.isAt(path)
    await visitor.reads("Your edits are still here but not saved.")
    expect(await name.inputValue()).toBe("Maple Street")
  })

  it("is discarded if someone else signs in, or the user signs out in another tab", async () => {
    const visitor = await desk.visit({ role: Admin, path: "/team/users/create" })
    const name = visitor.page.getByLabel("First name")
    await name.fill("Typed")
    await expire(visitor)
    await signIn(visitor, Owner)
    await visitor.reads("Your unsaved changes were discarded.")
    await visitor.isAt("/team/users/create")
    expect(await name.inputValue()).toBe("")
    await name.fill("Typed")
    const other = await visitor.newTab("/dashboard")
    await other.locator('[data-command="profile.open"]').click()
    await other.locator('[data-command="auth.logout"]').click()
    await visitor.reads("You signed out.")
    await signIn(visitor, Owner)
    await visitor.isAt("/dashboard")
    await visitor.opens("/team/users/create", "Add User")
    expect(await name.inputValue()).toBe("")
  })
})
