import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Locator } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { emailOf, makeFacility, makeLocks } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { answering } from "../support/holdBack.ts"
import { markRows } from "../support/markRows.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const path = "/locks/process_returned"
const { ReturnedToDropbox, TenantUsingLock } = LockStatus.id
const recipient = emailOf(companies.acme, Role.id.Personnel)

let companyID: CompanyId

shareDesk()
beforeAll(async () => {
  const [row] = await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ company_id: number }>`SELECT company_id FROM companies WHERE name = ${companies.acme}`
    )
  )
  companyID = CompanyId.make(row?.company_id ?? 0)
})

const field = ({ page }: Visitor): Locator => page.getByRole("combobox", { name: "Recipient" })

describe("returned locks", () => {
  it("show which one is refused because its unit is taken", async () => {
    const facilityID = await desk.server.run(makeFacility(companyID, "Dropbox full"))
    const code = "9182"
    const facts = { companyID, facilityID, code, status: ReturnedToDropbox }
    await desk.server.run(
      makeLocks([
        { ...facts, serial: "63000001", unit: "R-1" },
        { ...facts, serial: "63000002", unit: "R-2" },
        { ...facts, serial: "63000003", unit: "R-1", status: TenantUsingLock }
      ])
    )
    const perUnit = (most: number) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE companies SET locks_per_unit = ${most} WHERE company_id = ${companyID}`
        )
      )
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${path}?facilityID=${facilityID}` })
    visitor.expects(/process-lock-returns/, /422/)
    await visitor.reads(/^2 returned locks$/)
    await visitor.press("j")
    await markRows(visitor, "3", "2")
    await visitor.press("t")
    await visitor.page.keyboard.type(recipient)
    await visitor.press("Enter")
    await expect.poll(() => field(visitor).inputValue(), { timeout: 15_000 }).toContain(`(${recipient})`)
    await perUnit(1)
    await visitor.press("Control+Enter")
    await visitor.reads("Unable to assign multiple locks to this unit.")
    await perUnit(4)
    const row = (last: string) => visitor.page.getByRole("row").filter({ hasText: new RegExp(`6300\\s*000${last}`) })
    await row("1").getByText("Something went wrong with this lock.").waitFor()
    expect(await row("2").getByText("Something went wrong").count()).toBe(0)
    await visitor.reads("2 returned locks, 1 Lost, 1 Tenant Using")
  })

  /** A visitor who types the recipient of one returned lock while the users load until `answer` is called. */
  const typing = async (facility: string, serial: string) => {
    const facilityID = await desk.server.run(makeFacility(companyID, facility))
    await desk.server.run(
      makeLocks([{ companyID, facilityID, serial, code: "9182", unit: "R-1", status: ReturnedToDropbox }])
    )
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await answering(visitor, /\/api\/users(\/|\?|$)/)
    await visitor.goTo(`${path}?facilityID=${facilityID}`)
    await visitor.reads("1 returned lock")
    await visitor.press("t")
    await visitor.page.keyboard.type(recipient)
    return { visitor, answer }
  }

  it("are sent to the user whose name was entered before the users had loaded", async () => {
    const { visitor, answer } = await typing("Dropbox early", "63000011")
    await visitor.press("Enter")
    answer("comes")
    await expect.poll(() => field(visitor).inputValue(), { timeout: 15_000 }).toContain(`(${recipient})`)
  })

  it("keep a recipient that was typed and left before the users had loaded, and one that is no user", async () => {
    const { visitor, answer } = await typing("Dropbox left", "63000021")
    await visitor.press("Tab")
    expect(await field(visitor).inputValue()).toBe(recipient)
    answer("comes")
    await expect.poll(() => field(visitor).inputValue(), { timeout: 15_000 }).toContain(`(${recipient})`)

    await field(visitor).fill("person")
    await visitor.press("Tab")
    await visitor.reads("Choose a user from the list.")
    expect(await field(visitor).inputValue()).toBe("person")
    await field(visitor).focus()
    await visitor.press("Enter")
    await expect.poll(() => field(visitor).inputValue()).toContain(`(${recipient})`)
  })
})
