import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"

const { Admin, Owner } = Role.id

let desk: Desk
const at = { closing: 0, lock: 0, other: 0 }
const revealed = "40001015"
beforeAll(async () => {
  const fill = Effect.gen(function* () {
    const { companyID } = yield* makeCompany("acme")
    at.closing = yield* makeFacility(companyID, "Closing Soon")
    const facilityID = yield* makeFacility(companyID, "Maple St")
    const lock = { companyID, facilityID, code: "1234", status: LockStatus.id.AssignedOverlock }
    at.lock = yield* makeLock({ ...lock, serial: "40001007" })
    yield* makeLock({ ...lock, serial: revealed })
    at.other = (yield* makeCompany("other")).companyID
  })
  desk = await openDesk({}, fill)
})
afterEach(() => desk.settle())
afterAll(() => desk.close())

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
})
