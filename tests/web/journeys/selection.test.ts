import { beforeAll, describe, expect, it } from "vitest"
import type { FacilityId } from "#core/base/ids.ts"
import { Role } from "#core/auth/roles.ts"
import { there } from "../support/deskData.ts"
import { answering, holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

let token = ""
shareDesk()
beforeAll(async () => {
  token = await desk.server.enter("acme", Role.id.Owner)
})

const stateOf = async (serialCode: string) => {
  const query = { filter: `serialCode=${serialCode}` }
  const lock = (await desk.server.call(token, (api) => api.locks.search({ query }))).data[0]
  return [lock?.secondaryStatusName, lock?.unitNumber ?? null, lock?.facilityName]
}

/** The lock list with the first `count` rows selected by keys. */
const selected = async (count: number): Promise<Visitor> => {
  const visitor = await desk.visit({
    role: Role.id.Admin,
    path: "/locks/manage_locks",
    permissions: ["clipboard-write"]
  })
  await visitor.sees("Manage Locks")
  await visitor.synced()
  await visitor.page.getByRole("row").nth(2).waitFor()
  for (let nth = 0; nth < count; nth += 1) await visitor.press("j", "x")
  await bar(visitor).getByText(`${count} selected`).waitFor()
  return visitor
}

const bar = ({ page }: Visitor) => page.getByRole("group", { name: "Selected rows" })
const asks = ({ page }: Visitor, name: string | RegExp) => page.getByRole("combobox", { name }).waitFor()

describe("all locks selected while they load", () => {
  it("get the keys pressed meanwhile, and the current lock gets none of them", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const answer = await holdBack(visitor, /\/api\/locks\/whole/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.page.getByRole("row").nth(2).waitFor()
    await visitor.press("j")
    await visitor.does("list.selectAll").first().click()
    await visitor.reads("We'll select all of them when they have loaded.")
    await visitor.press("s")
    await visitor.page.keyboard.type("lost")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await answer()
    await asks(visitor, /^Set the status of \d+ locks: Status$/)
    await visitor.row("Lost").waitFor()
  })
})

describe("the selection", () => {
  it("forgets the locks of a facility that is taken away from the user, and keeps those that a search hides", async () => {
    const { data: users } = await desk.server.call(token, (api) => api.users.list({ query: {} }))
    const userID = users.find(({ roleID }) => roleID === Role.id.CallCenterAgent)?.userID
    const { data: locks } = await desk.server.call(token, (api) =>
      api.locks.search({ query: { filter: `serialCode=${there.overlocked}` } })
    )
    const facilityID = locks[0]?.facilityID
    if (userID === undefined || facilityID == null) throw new Error("no agent or lock")
    const setFacilities = (facilityIDs: ReadonlyArray<FacilityId>) =>
      desk.server.call(token, (api) =>
        api.users.update({ query: {}, payload: { userID, facilityIDs, facilityAllIDs: facilityIDs.length === 0 } })
      )
    const visitor = await desk.visit({ role: Role.id.CallCenterAgent, path: "/locks/manage_locks" })
    await visitor.live()
    await visitor.sees("Manage Locks")
    await visitor.synced()
    const search = visitor.page.getByPlaceholder("Search Serial Code or Unit")
    for (const serial of [there.overlocked, there.available]) {
      await search.fill(serial)
      await visitor.reads(/^1 lock$/)
      await search.press("Enter")
      await visitor.press("x")
    }
    await bar(visitor).getByText("2 selected").waitFor()
    await bar(visitor).getByText("1 not shown").waitFor()
    await setFacilities([facilityID])
    await bar(visitor).getByText("1 selected").waitFor()
    await bar(visitor).getByText("1 not shown").waitFor()
    await search.fill("")
    await visitor.readsNoMore(/not shown/)
    expect(await visitor.page.getByRole("row", { selected: true }).textContent()).toContain(
      there.overlocked.slice(0, 4)
    )
    await setFacilities([])
  })
})

describe("the bar of selected rows", () => {
  it.each([
    [1280, 560],
    [1000, 640]
  ])("doesn't cover the row that a key moves to, in a window of %i x %i", async (width, height) => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks", viewport: { width, height } })
    await visitor.synced()
    await visitor.page.getByRole("row").nth(2).waitFor()
    await visitor.press("j", "x")
    await bar(visitor).waitFor()
    const top = async () => (await bar(visitor).boundingBox())?.y ?? 0
    const bottom = () =>
      visitor.page
        .getByRole("grid", { name: "Locks" })
        .evaluate(
          (grid) =>
            document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.getBoundingClientRect().bottom
        )
    // Further than the rows that fit.
    for (let nth = 0; nth < 8; nth++) {
      await visitor.press("j")
      expect(await bottom()).toBeLessThanOrEqual(await top())
    }
  })

  it("says how many are selected while its code can't be loaded", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    const release = await holdBack(visitor, /\/SelectionBar-.*\.js/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.page.getByRole("row").nth(2).waitFor()
    await visitor.press("j", "x", "j", "x")
    await visitor.reads("2 selected")
    expect(await bar(visitor).count()).toBe(0)
    await release()
    await bar(visitor).getByText("2 selected").waitFor()
  })

  it("keeps the selection if its code can't be loaded, says so, and tries again for the next selection", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    visitor.expects(/500|Failed to (load|fetch)/)
    const answer = await answering(visitor, /\/SelectionBar-.*\.js/)
    await visitor.goTo("/locks/manage_locks")
    await visitor.page.getByRole("row").nth(2).waitFor()
    answer("fails")
    await visitor.press("j", "x", "j", "x")
    await visitor.reads("2 selected. Their buttons didn't load, so use the palette.")
    await visitor.press("s")
    await asks(visitor, "Set the status of 2 locks: Status")
    await visitor.press("Escape")
    expect(await unsound(visitor.page)).toEqual([])
    answer("comes")
    await visitor.press("Escape", "j", "x", "j", "x")
    await bar(visitor).getByText("2 selected").waitFor()
  })
})

describe("several selected locks", () => {
  const three = [there.overlocked, there.next, there.available]

  it("change together by key, and a single z undoes all of it", async () => {
    const visitor = await selected(3)
    const before = await Promise.all(three.map(stateOf))
    await visitor.press("s")
    await asks(visitor, "Set the status of 3 locks: Status")
    await visitor.page.keyboard.type("damaged")
    await visitor.row("Damaged").waitFor()
    const apply = await holdBack(visitor, /\/apply(\?|$)/)
    const applying = visitor.page.waitForRequest(/\/apply(\?|$)/)
    await visitor.press("Enter")
    await applying
    // Another toast while the change is being applied isn't its result.
    await visitor.does("company.copy").first().click()
    await visitor.reads("Copy sucessfully")
    await apply()
    await visitor.reads("3 of 3 locks are now Damaged.")
    await visitor.reads("Undo: z")
    expect((await Promise.all(three.map(stateOf))).map(([status]) => status)).toEqual(three.map(() => "Damaged"))
    await bar(visitor).getByText("3 selected").waitFor()
    await visitor.press("z")
    await visitor.reads("3 of 3 locks are as they were before.")
    // The toast of the undone change is withdrawn, so that it doesn't offer its undo again.
    expect(await visitor.page.locator("[data-toast]").filter({ hasText: "Undo: z" }).count()).toBe(0)
    expect(await Promise.all(three.map(stateOf))).toEqual(before)
  })

  it("get both changes undone by pressing z twice at once", async () => {
    const visitor = await selected(2)
    const before = await Promise.all(three.map(stateOf))
    for (const status of ["Damaged", "Lost"]) {
      await visitor.press("s")
      await asks(visitor, "Set the status of 2 locks: Status")
      await visitor.page.keyboard.type(status.toLowerCase())
      await visitor.row(status).waitFor()
      await visitor.press("Enter")
      await visitor.reads(`2 of 2 locks are now ${status}.`)
    }
    await visitor.press("z", "z", "z")
    await visitor.reads("There is nothing to undo.")
    expect(await Promise.all(three.map(stateOf))).toEqual(before)
  })

  it("are the target of the palette, row menu and bar, which show their count", async () => {
    const visitor = await selected(2)
    await visitor.openPalette()
    await visitor.page.locator("dialog.palette").getByText("2 locks", { exact: true }).waitFor()
    await visitor.row("Set the color of 2 locks").click()
    await asks(visitor, "Set the color of 2 locks: Color")
    await visitor.press("Escape")
    await visitor.press(".")
    const menu = visitor.page.getByRole("menu", { name: "Actions of 2 locks" })
    await menu.getByRole("menuitem", { name: /Set the unit of 2 locks/ }).click()
    await asks(visitor, "Set the unit of 2 locks: Unit")
    await visitor.press("Escape")
    await bar(visitor).getByRole("button", { name: "Transfer" }).click()
    await asks(visitor, "Transfer 2 locks to another facility: Facility")
    await visitor.page.keyboard.type("north")
    await visitor.row("North Loop").waitFor()
    await visitor.press("Enter")
    await visitor.reads("2 of 2 locks are now at North Loop.")
    // No lock keeps a status that needs a unit without having one.
    expect(await stateOf(there.overlocked)).toEqual(["Available", null, "North Loop"])
    await visitor.press("z")
    await visitor.reads("2 of 2 locks are as they were before.")
    expect(await stateOf(there.overlocked)).toEqual(["Assigned Overlock", "1204", "Maple Street"])
  })

  it("are not named in the menu of one row, whose lock is there", async () => {
    const visitor = await selected(1)
    await visitor.press(".")
    const entries = visitor.page.getByRole("menu").getByRole("menuitem")
    await entries.first().waitFor()
    expect((await entries.allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "View details",
      "Reveal the combination",
      "Set status",
      "Set unit",
      "Set color",
      "Transfer",
      "View log"
    ])
  })

  it("report that an action takes only one lock, and nothing happens", async () => {
    const visitor = await selected(2)
    await visitor.press("r")
    await visitor.reads("This works on one lock at a time, and 2 are selected.")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
  })

  it("need confirmation if a rule refuses some, and say why", async () => {
    const visitor = await selected(3)
    await visitor.press("s")
    await asks(visitor, "Set the status of 3 locks: Status")
    await visitor.page.keyboard.type("tenant")
    await visitor.row("Tenant Using Lock").waitFor()
    await visitor.press("Enter")
    const question = visitor.page.getByRole("dialog", { name: "Set the status of 3 locks?" })
    await question.getByText("2 of 3 locks will become Tenant Using Lock; 1 would fail.").waitFor()
    await question.getByText(there.available).waitFor()
    expect(await unsound(visitor.page)).toEqual([])
    await question.getByRole("button", { name: "Change 2 locks" }).click()
    await visitor.reads("2 of 3 locks are now Tenant Using Lock.")
    expect((await Promise.all(three.map(stateOf))).map(([status]) => status)).toEqual([
      "Tenant Using Lock",
      "Tenant Using Lock",
      "Available"
    ])
    await visitor.press("z")
    await visitor.reads("2 of 2 locks are as they were before.")
  })

  it("stay selected across pages and a search, until cleared", async () => {
    const visitor = await selected(1)
    await visitor.press("]", "j", "x")
    await bar(visitor).getByText("2 selected").waitFor()
    await visitor.press("/")
    await visitor.page.keyboard.type(there.damaged)
    await visitor.reads(/^1 lock$/)
    await bar(visitor).getByText("2 selected").waitFor()
    await bar(visitor).getByRole("button", { name: "Clear" }).click()
    await bar(visitor).waitFor({ state: "detached" })
  })

  it("hidden by a search are counted, confirmed before a change, and never the target of a key for one row", async () => {
    const visitor = await selected(2)
    await visitor.press("/")
    await visitor.page.keyboard.type(there.next)
    await visitor.reads(/^1 lock$/)
    await bar(visitor).getByText("2 selected").waitFor()
    await bar(visitor).getByText("1 not shown").waitFor()
    await visitor.press("ArrowDown", "Control+c")
    await visitor.reads("1 selected row is not shown, so nothing was copied.")
    await visitor.press("Shift+E")
    await visitor.reads("1 selected row is not shown, so nothing was exported.")
    const before = await Promise.all(three.map(stateOf))
    await visitor.press("s")
    await asks(visitor, "Set the status of 2 locks: Status")
    await visitor.page.keyboard.type("damaged")
    await visitor.row("Damaged").waitFor()
    await visitor.press("Enter")
    const question = visitor.page.getByRole("dialog", { name: "Set the status of 2 locks?" })
    await question.getByText("1 selected lock is hidden by your search or filters.").waitFor()
    await visitor.press("Escape")
    await question.waitFor({ state: "detached" })
    expect(await Promise.all(three.map(stateOf))).toEqual(before)
    await bar(visitor).getByRole("button", { name: "Deselect hidden" }).click()
    await bar(visitor).getByText("1 selected").waitFor()
    expect(await bar(visitor).getByText("not shown").count()).toBe(0)
    // The remaining selected row is hidden now too, so keys act on the visible row.
    await visitor.press("/", "Control+a")
    await visitor.page.keyboard.type(there.available)
    await bar(visitor).getByText("1 not shown").waitFor()
    await visitor.page.getByRole("row").nth(1).waitFor()
    await visitor.press("ArrowDown", "s")
    await visitor.reads(new RegExp(`${there.available.slice(0, 4)} ?${there.available.slice(4)}`))
  })
})
