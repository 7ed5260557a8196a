import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { noFacilityWords } from "#core/team/userRules.ts"
import { field } from "../support/controls.ts"
import { emailOf } from "../../support/fixture.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { resizeTo, unsound } from "../support/unsound.ts"
import type { TestServer } from "../../support/testServer.ts"

const lost = "Any progress will be lost. Are you sure?"

shareDesk()

const { Owner, Admin, Personnel, CallCenterAgent, Vendor, SitePersonnel } = Role.id

const sql: TestServer["sql"] = (use) => desk.server.sql(use)
const kept = async (email: string) =>
  (
    await sql(
      (sql) => sql<{ id: UserId; first: string; role: number; active: boolean; facilities: ReadonlyArray<number> }>`
        SELECT user_id AS id, first_name AS first, role_id AS role, is_active AS active, facility_ids AS facilities
        FROM users WHERE email = ${email}`
    )
  )[0]
const idOf = async (role: RoleId) => (await kept(emailOf("acme", role)))?.id ?? 0
const fill = async (visitor: Visitor, first: string, last: string, email: string): Promise<void> => {
  await field(visitor, "First name *").fill(first)
  await field(visitor, "Last name *").fill(last)
  await field(visitor, "Email *").fill(email)
}
const save = (visitor: Visitor) => visitor.does("form.submit").last()
const listed = async (role: RoleId = Owner): Promise<Visitor> => {
  const visitor = await desk.visit({ role, path: "/team/users" })
  await visitor.sees("Users")
  await visitor.reads("Vendor acme")
  return visitor
}
const rows = ({ page }: Visitor) => page.locator("[role=grid] [role=row][data-command]")

/** Texts of cells that don't fit into them. */
const cutCells = ({ page }: Visitor): Promise<ReadonlyArray<string | null>> =>
  page.locator(".list-rows .list-cell, .list-rows .list-cell *").evaluateAll((cells) =>
    cells
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
      .filter((cell) => getComputedStyle(cell).overflow !== "visible")
      .map((cell) => cell.textContent)
  )

describe("the user list", () => {
  it("is searched by name and email, and shows inactive users on request", async () => {
    await sql((sql) => sql`UPDATE users SET is_active = false WHERE email = ${emailOf("acme", SitePersonnel)}`)
    const visitor = await listed()
    expect(await visitor.page.getByText("Site Personnel acme").count()).toBe(0)
    await visitor.does("users.showAll").click()
    await visitor.reads("Site Personnel acme")
    await resizeTo(visitor.page, { width: 1280, height: 900 })
    expect(await cutCells(visitor)).toEqual([])
    const search = visitor.page.getByPlaceholder("Search User Name or Email")
    await search.fill("vendor@acme")
    await expect.poll(() => rows(visitor).count()).toBe(1)
    await search.fill("restricted pers")
    await expect.poll(() => rows(visitor).count()).toBe(1)
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("opens the user's own account from their row, and no form for read-only roles", async () => {
    for (const role of [CallCenterAgent, Owner]) {
      const visitor = await listed(role)
      await visitor.page.getByText(emailOf("acme", role)).first().click()
      await visitor.page.getByRole("dialog", { name: "Manage Account" }).waitFor()
      expect(new URL(visitor.page.url()).pathname).toBe("/team/users")
    }
    const agent = await listed(CallCenterAgent)
    expect(await agent.does("users.new").getAttribute("aria-disabled")).toBe("true")
    await agent.page.getByText("Vendor acme").first().click()
    await agent.page.getByRole("dialog").waitFor()
    expect(await agent.page.getByRole("dialog").locator("[data-command='lists.open']").count()).toBe(0)
    expect(new URL(agent.page.url()).pathname).toBe("/team/users")
    for (const path of ["/team/users/create", `/team/users/${await idOf(Vendor)}`]) {
      await agent.goTo(path)
      await agent.isAt("/team/users")
    }
  })
})

describe("the user form", () => {
  it("adds a user by keyboard only, with selected facilities, and mails a working invitation", async () => {
    const visitor = await listed()
    // The form loads them at once, so that several names can be typed in a row.
    const facilities = visitor.page.waitForResponse(/\/api\/facilities(\?|$)/)
    // Typed before the form has loaded. In a list, these letters go to another screen and start a lookup.
    await visitor.press("c")
    await visitor.page.keyboard.type("gl1")
    await visitor.sees("Add User")
    await visitor.isAt("/team/users/create")
    await expect.poll(() => visitor.page.title()).toBe("Add User - Lockdesk")
    await (await facilities).finished()
    await expect.poll(() => field(visitor, "First name *").inputValue()).toBe("gl1")
    await visitor.press("Control+a")
    await visitor.page.keyboard.type("Dana")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Reyes")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("dana@acme.example.com")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("Pers")
    await visitor.press("Tab")
    // All Facilities is on by default; without it, at least one has to be selected.
    expect(await visitor.page.getByRole("combobox", { name: "Add a facility" }).count()).toBe(0)
    await visitor.press("Space", "Tab")
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    const added = visitor.page.getByRole("combobox", { name: "Add a facility" })
    await visitor.page.keyboard.type("Maple")
    await visitor.press("Enter")
    expect(await added.getAttribute("aria-invalid")).toBe("false")
    await visitor.page.getByRole("button", { name: "Remove Maple Street" }).press("Enter")
    await visitor.reads(noFacilityWords)
    expect(await added.getAttribute("aria-invalid")).toBe("true")
    for (const name of ["Maple", "North"]) {
      await visitor.page.keyboard.type(name)
      await visitor.press("Enter")
    }
    await visitor.page.getByRole("button", { name: "Remove North Loop" }).waitFor()
    await visitor.press("Control+Enter")
    await visitor.reads("User saved")
    await visitor.isAt("/team/users")
    await visitor.reads("Dana Reyes")
    const dana = await kept("dana@acme.example.com")
    expect([dana?.role, dana?.facilities.length, dana?.active]).toEqual([Personnel, 2, true])
    const chief = await desk.server.enter("acme", Role.id.SuperAdmin)
    const { data } = await desk.server.call(chief, (api) => api.outbox.list({ query: {} }))
    const link = /\/setpassword\?uid=[\w-]+/.exec(data.find(({ to }) => to === "dana@acme.example.com")?.body ?? "")
    const invited = await desk.visit({ path: link?.[0] ?? expect.unreachable() })
    await field(invited, "New password").fill("a new horse")
    await field(invited, "Confirm password").fill("a new horse")
    await invited.press("Enter")
    await invited.isAt("/signin")
    await field(invited, "Email").fill("dana@acme.example.com")
    await field(invited, "Password").fill("a new horse")
    await invited.press("Enter")
    await invited.sees("Dashboard")
  })

  it("changes a user by mouse, confirms before unsaved changes are lost, and resets after Cancel Changes", async () => {
    const visitor = await listed()
    await visitor.page.getByText("Vendor acme").first().click()
    await visitor.sees("Edit User")
    await field(visitor, "First name *").fill("Vic")
    await visitor.page.getByText("Back to Users").click()
    await visitor.reads(lost)
    await visitor.does("layer.close").click()
    await visitor.does("userForm.cancel").click()
    await visitor.reads(lost)
    await visitor.page.getByRole("button", { name: "Yes" }).click()
    await expect.poll(() => field(visitor, "First name *").inputValue()).toBe("Vendor")
    await field(visitor, "Role *").selectOption("Call Center Agent")
    await visitor.page.getByText("Inactive", { exact: true }).click()
    await save(visitor).click()
    await visitor.reads("User saved")
    await visitor.isAt("/team/users")
    expect(await kept(emailOf("acme", Vendor))).toMatchObject({ role: CallCenterAgent, active: false })
    await visitor.readsNoMore("Vendor acme")
    await sql(
      (sql) => sql`UPDATE users SET role_id = ${Vendor}, is_active = true WHERE email = ${emailOf("acme", Vendor)}`
    )
  })

  it("is disabled during a save, takes no letter as a shortcut, and keeps the input until the server is back", async () => {
    const path = `/team/users/${await idOf(Vendor)}`
    const visitor = await desk.visit({ role: Owner, path })
    visitor.expects(/ERR_/, /hub/i, /WebSocket/i, /Failed to load/)
    const first = field(visitor, "First name *")
    await first.fill("Ver")
    const sent: Array<string> = []
    visitor.page.on("request", (request) => (request.method() === "PUT" ? sent.push(request.url()) : 0))
    const release = await holdBack(visitor, /update-user/)
    await visitor.press("Control+Enter", "Control+Enter")
    await expect.poll(() => first.isDisabled()).toBe(true)
    await visitor.page.keyboard.type("gl7")
    await visitor.isAt(path)
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    // The form shows it; a second press needs no message.
    expect(await visitor.page.locator(".toast").count()).toBe(0)
    desk.proxy.goDown()
    await release()
    await visitor.reads("Nothing you typed was lost.")
    expect(sent).toHaveLength(1)
    await visitor.page.keyboard.type("a")
    expect(await first.inputValue()).toBe("Vera")
    desk.proxy.comeBack()
    await visitor.press("Control+Enter")
    await visitor.reads("User saved")
    // Until the list opens, pressing Save again sends nothing.
    await visitor.press("Control+Enter", "Control+Enter")
    await visitor.isAt("/team/users")
    expect(sent).toHaveLength(2)
    expect(await kept(emailOf("acme", Vendor))).toMatchObject({ first: "Vera" })
    await sql((sql) => sql`UPDATE users SET first_name = 'Vendor' WHERE email = ${emailOf("acme", Vendor)}`)
  })

  it("undoes a change with z, and explains when another user changed it since", async () => {
    const visitor = await listed()
    const edit = async () => {
      await visitor.page.getByText("Restricted Personnel acme").first().click()
      await visitor.sees("Edit User")
      await field(visitor, "Role *").selectOption("Vendor")
      await visitor.page.getByText("Inactive", { exact: true }).click()
      await save(visitor).click()
      await visitor.reads("User saved")
      await visitor.isAt("/team/users")
    }
    const email = emailOf("acme", Role.id.RestrictedPersonnel)
    const before = await kept(email)
    await edit()
    expect(await kept(email)).toMatchObject({ role: Vendor, active: false })
    await visitor.press("z")
    await visitor.reads("Undone: Change Restricted Personnel acme.")
    expect(await kept(email)).toEqual(before)
    await edit()
    const other = await desk.server.enter("acme", Owner)
    const userID = before?.id ?? 0
    await desk.server.call(other, (api) =>
      api.users.update({ query: {}, payload: { userID: UserId.make(userID), isActive: true } })
    )
    visitor.expects(/409/)
    await visitor.press("z")
    await visitor.reads("Couldn't undo: Change Restricted Personnel acme.")
    expect(await kept(email)).toMatchObject({ role: Vendor, active: true })
    const roleID = before?.role ?? 0
    await desk.server.call(other, (api) =>
      api.users.update({ query: {}, payload: { userID: UserId.make(userID), roleID } })
    )
  })

  it("is found in one palette line by action and user name", async () => {
    const visitor = await listed()
    await visitor.openPalette("deactivate vendor acm")
    await visitor.row("Deactivate a user: Vendor acme").waitFor()
    await visitor.press("Enter")
    await visitor.reads("Vendor acme")
    await visitor.press("Enter")
    await expect.poll(async () => (await kept(emailOf("acme", Vendor)))?.active).toBe(false)
    await visitor.press("Escape")
    await visitor.openPalette("activate vendor acme")
    await visitor.row("Activate a user: Vendor acme").waitFor()
    await visitor.press("Enter")
    await expect.poll(async () => (await kept(emailOf("acme", Vendor)))?.active).toBe(true)
    await visitor.press("Escape")
    await visitor.openPalette("edit vendor acme")
    await visitor.row("Edit a user: Vendor acme").waitFor()
    await visitor.press("Enter")
    await visitor.sees("Edit User")
    expect(await field(visitor, "Email *").inputValue()).toBe(emailOf("acme", Vendor))
  })

  it("shows errors at the field, including server-side ones, and keeps the input", async () => {
    const visitor = await desk.visit({ role: Owner, path: "/team/users/create" })
    await visitor.sees("Add User")
    await fill(visitor, "Dana", "Reyes", "nobody")
    await visitor.press("Tab")
    await visitor.reads("Email is invalid")
    await field(visitor, "Email *").fill(emailOf("acme", Admin).toUpperCase())
    await visitor.press("Tab")
    await visitor.reads("Email already in use.")
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
    expect(await field(visitor, "First name *").inputValue()).toBe("Dana")
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("ignores a late answer about an email that was corrected meanwhile", async () => {
    const visitor = await desk.visit({ role: Owner, path: "/team/users/create" })
    await visitor.sees("Add User")
    const check = /validate-unique-email/
    const answer = await holdBack(visitor, check)
    const [asked, answered] = [visitor.page.waitForRequest(check), visitor.page.waitForResponse(check)]
    await fill(visitor, "Dana", "Reyes", emailOf("acme", Admin))
    await visitor.press("Tab")
    await asked
    await field(visitor, "Email *").fill("dana.reyes@example.com")
    await answer()
    await answered
    await visitor.settled()
    expect(await visitor.page.getByText("Email already in use.").count()).toBe(0)
  })

  it("offers Owner and Admin only to roles that can grant them, and never role 8", async () => {
    const offered = async (role: RoleId) => {
      const visitor = await desk.visit({ role, path: "/team/users/create" })
      await field(visitor, "Role *").locator("option").nth(3).waitFor({ state: "attached" })
      return field(visitor, "Role *").locator("option").allInnerTexts()
    }
    const below = ["Personnel", "Call Center Agent", "Restricted Personnel", "Vendor"]
    expect(await offered(Admin)).toEqual(["Choose a role", ...below])
    const owner = await offered(Owner)
    expect(owner).toContain("Owner")
    expect(owner).toContain("Admin")
    expect(owner).not.toContain("8")
  })

  it("is disabled with a reason for a user the role can't change", async () => {
    const visitor = await desk.visit({ role: Admin, path: `/team/users/${await idOf(Owner)}` })
    await visitor.sees("Edit User")
    await visitor.reads(/you can't change users with the role Owner/)
    expect(await field(visitor, "First name *").isDisabled()).toBe(true)
    expect(await save(visitor).getAttribute("aria-disabled")).toBe("true")
  })

  it("reports another user's change, and loses neither edit", async () => {
    const id = await idOf(Personnel)
    const visitor = await desk.visit({ role: Owner, path: `/team/users/${id}` })
    await visitor.sees("Edit User")
    await visitor.live()
    await field(visitor, "First name *").fill("Mine")
    const other = await desk.server.enter("acme", Owner)
    await desk.server.call(other, (api) =>
      api.users.update({ query: {}, payload: { userID: UserId.make(id), lastName: "Theirs" } })
    )
    await visitor.reads("This user was changed by Owner acme since you opened them.")
    expect(await field(visitor, "First name *").inputValue()).toBe("Mine")
    await visitor.does("userForm.takeTheirs").click()
    await expect.poll(() => field(visitor, "Last name *").inputValue()).toBe("Theirs")
    expect(await field(visitor, "First name *").inputValue()).toBe("Personnel")
  })

  it("ends a deactivated user's session immediately in their browser", async () => {
    const leaving = await desk.visit({ role: CallCenterAgent, path: "/dashboard" })
    await leaving.sees("Dashboard")
    await leaving.live()
    leaving.expects(/401/)
    const owner = await desk.server.enter("acme", Owner)
    const userID = await idOf(CallCenterAgent)
    await desk.server.call(owner, (api) =>
      api.users.update({ query: {}, payload: { userID: UserId.make(userID), isActive: false } })
    )
    await leaving.isAt("/signin")
  })
})
