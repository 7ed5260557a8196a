import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility, makeLocks } from "../../support/fixture.ts"
import { codeOf, there } from "../support/deskData.ts"
import { chooseFacility, typeFacility } from "../support/chooseFacility.ts"
import { companyIdOf } from "../support/companyIdOf.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { layoutFaults, unsound } from "../support/unsound.ts"

shareDesk()

const path = "/locks/inventory"
const { Available, Damaged, AssignedOverlock } = LockStatus.id
const { Admin } = Role.id

let nextSerial = 43_000_000

interface Stock {
  readonly company: string
  readonly serials: ReadonlyArray<string>
  /** IDs of its facilities, Oak and Elm. */
  readonly oak: number
  readonly elm: number
}

/** A separate company with two facilities, a lock at Oak, and inventory locks in the given statuses. */
const stock = (
  company: string,
  statuses: ReadonlyArray<LockStatusId>,
  facts: Parameters<typeof makeCompany>[1] = {}
): Promise<Stock> => {
  const serials = statuses.map(() => String((nextSerial += 11)))
  return desk.server.run(
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany(company, facts)
      const oak = yield* makeFacility(companyID, "Oak")
      const elm = yield* makeFacility(companyID, "Elm")
      const lock = (serial: string, facilityID: FacilityId | null, status: LockStatusId, unit?: string) => ({
        companyID,
        facilityID,
        serial,
        status,
        code: codeOf(serial),
        ...(unit === undefined ? {} : { unit })
      })
      yield* makeLocks([
        lock(String((nextSerial += 11)), oak, AssignedOverlock, "7"),
        ...serials.map((serial, nth) => lock(serial, null, statuses[nth] ?? Available))
      ])
      return { company, serials, oak, elm }
    })
  )
}

const grouped = (serial: string): RegExp => new RegExp(`${serial.slice(0, 4)}\\s*${serial.slice(4)}`)
const rows = ({ page }: Visitor) => page.getByRole("row").filter({ has: page.getByRole("gridcell") })
const row = (visitor: Visitor, serial: string) => rows(visitor).filter({ hasText: grouped(serial) })
const facility = ({ page }: Visitor) => page.getByLabel("Facility", { exact: true })
const assignButton = ({ page }: Visitor) => page.getByRole("button", { name: /^Assign to Facility/ })

const inventory = async (company: string, role: RoleId = Admin): Promise<Visitor> => {
  const visitor = await desk.visit({ role, company, path })
  await visitor.sees("Inventory")
  await rows(visitor).first().waitFor()
  return visitor
}

/** The facility of each lock by serial code, from the server. */
const placesOf = async ({ company, serials }: Stock): Promise<ReadonlyArray<string | null>> => {
  const token = await desk.server.enter(company, Admin)
  const { data } = await desk.server.call(token, (api) => api.locks.search({ query: { count: 2000, page: 1 } }))
  const places = new Map(data.map(({ serialCode, facilityName }) => [serialCode, facilityName]))
  return serials.map((serial) => places.get(serial) ?? null)
}

const assignElsewhere = async (company: string, serialCode: string, facilityId: FacilityId): Promise<void> => {
  const token = await desk.server.enter(company, Admin)
  const { data } = await desk.server.call(token, (api) =>
    api.locks.search({ query: { filter: `text=${serialCode}`, count: 1, page: 1 } })
  )
  await desk.server.call(token, (api) =>
    api.inventory.assign({ query: {}, payload: { lockIds: data.map(({ lockID }) => lockID), facilityId } })
  )
}

describe("Inventory", () => {
  it("lists locks without a facility by serial code, searches them, and shows no other company's locks", async () => {
    const visitor = await inventory("acme")
    await visitor.reads(/^1 lock$/)
    await row(visitor, there.inventory).getByText("Available").waitFor()
    await row(visitor, there.inventory).getByText("****").waitFor()
    const titles = (await visitor.page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim())
    for (const title of ["Serial Code", "Combination", "Status"]) {
      expect(titles.some((each) => each.startsWith(title))).toBe(true)
    }
    await visitor.page.getByPlaceholder("Search Serial Code or Unit").fill("4000 1007")
    await visitor.reads("No data")
    await visitor.page.getByPlaceholder("Search Serial Code or Unit").fill("4000 10")
    await visitor.reads(/^1 lock$/)
  })

  it("shows combinations where the rules allow it", async () => {
    const { serials } = await stock("shown", [Available], { hideLockCodes: false, hideLockCodesFlag: false })
    const visitor = await inventory("shown")
    await row(visitor, serials[0] ?? "")
      .getByText(codeOf(serials[0] ?? ""), { exact: true })
      .waitFor()
  })

  it("assigns locks by keyboard only, and undoes it", async () => {
    const made = await stock("keys", [Available, Available, Available])
    const visitor = await desk.visit({ role: Admin, company: "keys", path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "i")
    await visitor.sees("Inventory")
    await rows(visitor).nth(2).waitFor()
    await visitor.press("j", "x", "j", "x", "j", "x")
    await visitor.page.getByText("3 selected", { exact: true }).first().waitFor()
    await visitor.press("Control+Enter")
    await visitor.isAt("/locks/inventory/review")
    await visitor.reads("Review the selected locks, choose a facility and assign them.")
    await expect.poll(() => rows(visitor).count()).toBe(3)
    await visitor.press("j", "Delete")
    await expect.poll(() => rows(visitor).count()).toBe(2)
    await visitor.press("Control+Enter")
    await visitor.reads("Please select a facility first")
    for (let nth = 0; nth < 60; nth++) {
      if (await facility(visitor).evaluate((field) => field === document.activeElement)) break
      await visitor.press("Tab")
    }
    await typeFacility(facility(visitor), "Elm")
    await visitor.press("Control+Enter")
    await visitor.reads("All locks are assigned successfully")
    await visitor.isAt(path)
    await visitor.reads(/^1 lock$/)
    expect(await placesOf(made)).toEqual([null, "Elm", "Elm"])
    await visitor.press("z")
    await visitor.reads("Undone: Assign 2 inventory locks to a facility.")
    // One key undoes the whole batch.
    await visitor.reads(/^3 locks$/)
    expect(await placesOf(made)).toEqual([null, null, null])
  })

  it("assigns locks by mouse only, after selecting, removing, going back and canceling", async () => {
    const made = await stock("mouse", [Available, Available, Available])
    const [one = "", two = "", three = ""] = made.serials
    const visitor = await desk.visit({ role: Role.id.Owner, company: "mouse", path: "/locks/manage_locks" })
    await visitor.does("go.locks.inventory").first().click()
    await visitor.sees("Inventory")
    const assignSelected = visitor.page.getByRole("button", { name: "Assign Selected Locks" })
    expect(await assignSelected.getAttribute("aria-disabled")).toBe("true")
    const select = async (serial: string) => row(visitor, serial).getByRole("checkbox").click()
    await select(one)
    await select(two)
    await assignSelected.click()
    await visitor.sees("Inventory review")
    expect(await assignButton(visitor).getAttribute("aria-disabled")).toBe("true")
    await row(visitor, one)
      .getByRole("button", { name: /^Remove/ })
      .click()
    await expect.poll(() => rows(visitor).count()).toBe(1)
    await visitor.page.getByRole("button", { name: /^Back to Select Locks/ }).click()
    await visitor.sees("Inventory")
    await visitor.page.getByText("1 selected", { exact: true }).first().waitFor()
    await select(three)
    await assignSelected.click()
    await expect.poll(() => rows(visitor).count()).toBe(2)
    await visitor.page.getByRole("button", { name: /^Cancel/ }).click()
    await visitor.isAt(path)
    await visitor.reads("No locks selected.")
    await visitor.page.getByLabel("Select every row").click()
    await assignSelected.click()
    await chooseFacility(facility(visitor), "Oak")
    await expect.poll(() => assignButton(visitor).getAttribute("aria-disabled")).toBe("false")
    await assignButton(visitor).click()
    await visitor.reads("All locks are assigned successfully")
    await visitor.isAt(path)
    await visitor.reads("No data")
    expect(await placesOf(made)).toEqual(["Oak", "Oak", "Oak"])
  })

  it("keeps the selection across a reload; the review redirects without one", async () => {
    const { serials } = await stock("kept", [Available, Available])
    const visitor = await inventory("kept")
    await row(visitor, serials[1] ?? "")
      .getByRole("checkbox")
      .click()
    await visitor.runs("Assign Selected Locks")
    await visitor.sees("Inventory review")
    await visitor.page.reload()
    await row(visitor, serials[1] ?? "").waitFor()
    expect(await rows(visitor).count()).toBe(1)
    const other = await desk.nextVisit({ role: Admin, company: "kept", path: "/locks/inventory/review" })
    await other.isAt(path)
  })

  it("assigns more locks than one call allows, batch by batch", async () => {
    const made = await stock(
      "many",
      Array.from({ length: 1_150 }, () => Available)
    )
    const visitor = await inventory("many")
    await visitor.reads(/^1,150 locks$/)
    await visitor.page.getByLabel("Select every row").click()
    await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
    await chooseFacility(facility(visitor), "Oak")
    desk.proxy.delay = ({ path: of }) => (of.includes("assign-inventory-locks") ? 300 : 0)
    await assignButton(visitor).click()
    await visitor.reads(/Assigning: (500|1,000) of 1,150/)
    await visitor.reads("All locks are assigned successfully")
    expect(new Set(await placesOf(made))).toEqual(new Set(["Oak"]))
    // One key undoes all of it, however many calls it took.
    desk.proxy.delay = () => 0
    await visitor.press("z")
    await expect.poll(async () => new Set(await placesOf(made)), { timeout: 60_000 }).toEqual(new Set([null]))
  }, 150_000)

  it("isn't undone in the company that its user acts for next", async () => {
    await stock(
      "left",
      Array.from({ length: 501 }, () => Available)
    )
    const visitor = await desk.visit({
      role: Role.id.SiteAdmin,
      company: "open",
      path: `${path}?companyID=${await companyIdOf(desk, "left")}`
    })
    await visitor.reads(/^501 locks$/)
    await visitor.page.getByLabel("Select every row").click()
    await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
    await chooseFacility(facility(visitor), "Oak")
    let asked = 0
    desk.proxy.delay = ({ path: of }) => (of.includes("assign-inventory-locks") && ++asked === 2 ? 60_000 : 0)
    await assignButton(visitor).click()
    await visitor.reads("Assigning: 500 of 501")
    await visitor.follows(`/dashboard?companyID=${await companyIdOf(desk, "other")}`)
    await visitor.sees("Dashboard")
    await visitor.page.getByText("other", { exact: true }).first().waitFor()
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
  })
})

describe("an assignment that partly fails", () => {
  it("marks locks that another user took or that can't be assigned, explains why, and assigns the rest", async () => {
    const made = await stock("conflict", [Available, Available, Damaged])
    const [one = "", two = "", three = ""] = made.serials
    const visitor = await inventory("conflict")
    await visitor.page.getByLabel("Select every row").click()
    await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
    await row(visitor, three).getByText("Lock is not set to Available").waitFor()
    await visitor.reads("1 marked lock can't be assigned.")
    await assignElsewhere("conflict", one, FacilityId.make(made.elm))
    await row(visitor, one).getByText("Since assigned to Elm").waitFor()
    await chooseFacility(facility(visitor), "Oak")
    await assignButton(visitor).click()
    await visitor.reads("2 locks were not activated")
    await visitor.reads(`${one}: This lock is already activated at Elm. ${three}: Lock is not set to Available.`)
    expect(await placesOf(made)).toEqual(["Elm", "Oak", null])
    await expect.poll(() => rows(visitor).count()).toBe(2)
    expect(await row(visitor, two).count()).toBe(0)
    await visitor.page.getByRole("button", { name: "Remove marked locks" }).click()
    await visitor.reads("No data")
  })

  it("keeps the rest selected when the facility fills up", async () => {
    const made = await stock("full", [Available, Available, Available], { maxLocks: 3 })
    const visitor = await inventory("full")
    await visitor.page.getByLabel("Select every row").click()
    await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
    await chooseFacility(facility(visitor), "Oak")
    await assignButton(visitor).click()
    await visitor.reads("1 locks were not activated")
    await row(visitor, made.serials[2] ?? "")
      .getByText(/^Lock limit will be exceeded/)
      .waitFor()
    expect(await placesOf(made)).toEqual(["Oak", "Oak", null])
    await chooseFacility(facility(visitor), "Elm")
    await assignButton(visitor).click()
    await visitor.reads("All locks are assigned successfully")
    expect(await placesOf(made)).toEqual(["Oak", "Oak", "Elm"])
  })

  it("keeps the selection and says so while the server is offline", async () => {
    const made = await stock("away", [Available])
    const visitor = await inventory("away")
    visitor.expects(/ERR_/, /hub/i, /WebSocket/, /Can't reach the server/)
    await visitor.page.getByLabel("Select every row").click()
    await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).click()
    await chooseFacility(facility(visitor), "Oak")
    desk.proxy.refused = /assign-inventory-locks/
    await assignButton(visitor).click()
    await visitor.reads("Can't reach the server.")
    expect(await rows(visitor).count()).toBe(1)
    desk.proxy.refused = null
    await assignButton(visitor).click()
    await visitor.reads("All locks are assigned successfully")
    expect(await placesOf(made)).toEqual(["Oak"])
  })
})

it("denies roles that can see the inventory but not activate locks", async () => {
  await stock("half", [Available], { roleOverrides: { "5": { "2": 1 } } })
  const visitor = await desk.visit({ role: Role.id.Personnel, company: "half", path })
  const refused = visitor.page.locator("main [role=alert]", { hasText: "this needs Write on Activate Locks." })
  await visitor.until("the refusal", refused.waitFor())
  expect(await visitor.page.getByRole("grid").count()).toBe(0)
  expect(await visitor.does("go.locks.inventory").first().getAttribute("aria-disabled")).toBe("true")
})

it("is used by touch on a phone, as is its review; nothing is too wide, and axe finds nothing", async () => {
  await stock("phone", [Available, Damaged])
  const visitor = await desk.visit({
    role: Admin,
    company: "phone",
    path,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce"
  })
  await rows(visitor).first().waitFor()
  await rows(visitor).nth(1).getByRole("checkbox").tap()
  expect(await layoutFaults(visitor.page)).toEqual([])
  await visitor.page.getByRole("button", { name: "Assign Selected Locks" }).tap()
  await visitor.sees("Inventory review")
  await visitor.reads("Lock is not set to Available")
  expect(await unsound(visitor.page)).toEqual([])
})
