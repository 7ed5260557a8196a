import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf } from "../../support/fixture.ts"
import { facilityOptions } from "../support/chooseFacility.ts"
import { companies } from "../support/deskData.ts"
import { answering, holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { layoutFaults } from "../support/unsound.ts"

const many = 60_000

/** A company with few facilities, which load in no time. */
const few = companies.other

shareDesk()
beforeAll(async () => {
  await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        INSERT INTO facilities (company_id, name, created_at)
        SELECT f.company_id, 'Yard ' || lpad(n::text, 5, '0'), f.created_at
        FROM facilities f, generate_series(1, ${many}::int) n WHERE f.name = 'Harbor Point'
        UNION ALL
        SELECT f.company_id, more, f.created_at
        FROM facilities f, unnest(ARRAY['24/7 Storage', 'Yard 59997', 'Yard 59998', 'Yard 59999', 'A', 'B', 'C']) more
        WHERE f.name = 'Other Yard'`
    )
  )
})

it("finds one of 60,000 facilities by keyboard, renders only the visible ones, and keeps the choice on Esc", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, path: "/locks/manage_locks" })
  await visitor.reads(/^\d+ locks$/)
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  const options = facilityOptions(field)
  const current = () => options.and(visitor.page.locator("[aria-selected=true]"))
  await field.focus()
  expect(await field.getAttribute("aria-expanded")).toBe("false")
  await visitor.page.keyboard.press("ArrowDown")
  await current().waitFor()
  expect(await field.getAttribute("aria-expanded")).toBe("true")
  expect(await current().innerText()).toBe("All facilities")
  await expect
    .poll(async () => Number(await current().getAttribute("aria-setsize")), { timeout: 15_000 })
    .toBeGreaterThan(many)
  expect(await options.count()).toBeLessThan(30)
  // Page down and back up: the active row is always rendered and visible.
  for (let nth = 0; nth < 5; nth++) await visitor.page.keyboard.press("PageDown")
  expect(await current().getAttribute("aria-posinset")).toBe("41")
  expect(await field.getAttribute("aria-activedescendant")).toBe(await current().getAttribute("id"))
  expect(await current().isVisible()).toBe(true)

  await visitor.page.keyboard.type("yard 59999")
  await expect.poll(() => options.allInnerTexts()).toEqual(["Yard 59999"])
  await visitor.page.keyboard.press("Escape")
  expect(await field.inputValue()).toBe("")
  expect(await field.getAttribute("aria-expanded")).toBe("false")

  // Esc blurs every field of a page.
  await field.focus()
  await visitor.page.keyboard.type("harbor")
  await expect.poll(() => options.allInnerTexts()).toEqual(["Harbor Point"])
  await visitor.page.keyboard.press("Enter")
  expect(await field.inputValue()).toBe("Harbor Point")
  await visitor.isAt(/facilityID=/)
  await visitor.reads(/^2 locks$/)

  // Typing into the closed field replaces the name; text without a match says so and changes nothing.
  await visitor.page.keyboard.type("nowhere")
  await visitor.reads("No matches.")
  await visitor.page.keyboard.press("Tab")
  expect(await field.inputValue()).toBe("Harbor Point")

  await field.click()
  await options.first().waitFor()
  for (let nth = 0; nth < 3; nth++) await visitor.page.keyboard.press("PageUp")
  expect(await current().innerText()).toBe("All facilities")
  await visitor.page.keyboard.press("Enter")
  await visitor.page.waitForURL((url) => !url.search.includes("facilityID="))
  expect(await field.inputValue()).toBe("")
})

it("on a phone, doesn't cover a toast", async () => {
  const visitor = await desk.visit({
    role: Role.id.Admin,
    company: few,
    path: "/locks/manage_locks",
    viewport: { width: 390, height: 560 }
  })
  await visitor.reads("1 lock")
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  const opens = async () => {
    await field.focus()
    await visitor.press("ArrowDown")
    await facilityOptions(field).nth(7).waitFor()
  }
  // Once before, so that the facilities have loaded while the toast is there.
  await opens()
  await visitor.press("Escape", "Escape")
  const toast = visitor.page.locator("[data-toast]").filter({ hasText: "There is nothing to undo." })
  // It stays under the pointer, which may get there too late.
  const held = async (): Promise<boolean> => {
    await visitor.press("z")
    return toast.hover({ timeout: 3_000 }).then(
      () => true,
      () => false
    )
  }
  await expect.poll(held).toBe(true)
  await opens()
  const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {}
  const list = (await visitor.page.locator(".combobox-list").filter({ visible: true }).boundingBox()) ?? {
    y: 0,
    height: 0
  }
  expect(list.y + list.height).toBeGreaterThan(y)
  const inFront = (at: { readonly x: number; readonly y: number }): boolean =>
    document.elementFromPoint(at.x, at.y)?.closest("[data-toast]") != null
  expect(await visitor.page.evaluate(inFront, { x: x + width / 2, y: y + 4 })).toBe(true)
})

it("on Activate Locks, sends digits that start no facility name to the serial code, and keeps digits within a name", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, company: few, path: "/locks/activate_locks" })
  await visitor.sees("Activate Locks")
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  const serial = visitor.page.getByLabel("Serial Code")
  await visitor.tabTo(field)
  await visitor.page.keyboard.type("4000")
  expect(await serial.inputValue()).toBe("4000")
  await visitor.press("Shift+Tab")
  await visitor.page.keyboard.type("Yard 59999")
  await expect.poll(() => facilityOptions(field).allInnerTexts(), { timeout: 15_000 }).toEqual(["Yard 59999"])
  await visitor.press("Enter")
  expect([await field.inputValue(), await serial.inputValue()]).toEqual(["Yard 59999", "4000"])
})

it("on Activate Locks, finds a facility by the digits its name starts with, and moves a scan that starts alike", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, company: few, path: "/locks/activate_locks" })
  await visitor.sees("Activate Locks")
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  const serial = visitor.page.getByLabel("Serial Code")
  await field.click()
  await expect.poll(() => facilityOptions(field).count(), { timeout: 15_000 }).toBeGreaterThan(1)
  await visitor.page.keyboard.type("24/")
  await expect.poll(() => facilityOptions(field).allInnerTexts()).toEqual(["24/7 Storage"])
  await visitor.press("Enter")
  expect([await field.inputValue(), await serial.inputValue()]).toEqual(["24/7 Storage", ""])
  // Ends with Tab, as some scanners do. There is no such lock.
  visitor.expects(/404/)
  await visitor.pressAtOnce([..."24001007", "Tab"])
  await visitor.reads("2400 1007")
  await visitor.reads("1 failed")
  expect([await field.inputValue(), await serial.inputValue()]).toEqual(["24/7 Storage", ""])
})

it("selects a name typed before the facilities load", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, company: few })
  const load = await holdBack(visitor, /\/api\/facilities(\?|$)/)
  await visitor.goTo("/locks/activate_locks")
  await visitor.sees("Activate Locks")
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  const serial = visitor.page.getByLabel("Serial Code")
  await visitor.tabTo(field)
  await visitor.page.keyboard.type("Yard 59998")
  await visitor.reads("Loading\u2026")
  await visitor.press("Enter")
  await load()
  await expect.poll(() => field.inputValue(), { timeout: 15_000 }).toBe("Yard 59998")
  expect(await serial.inputValue()).toBe("")
})

it("chooses several names entered before the facilities load, says which have no match, and saves none too early", async () => {
  const visitor = await desk.visit({ role: Role.id.Admin, company: few })
  const load = await holdBack(visitor, /\/api\/facilities(\?|$)/)
  await visitor.goTo("/team/users/create")
  await visitor.page.getByRole("switch", { name: "All Facilities" }).click()
  const field = visitor.page.getByRole("combobox", { name: "Add a facility" })
  const chips = visitor.page.getByRole("list", { name: "Chosen facilities" }).getByRole("listitem")
  await field.focus()
  await visitor.page.keyboard.type("Other")
  await visitor.press("Enter")
  await expect.poll(() => chips.count()).toBe(1)
  await visitor.press("Escape")
  await expect.poll(() => chips.count()).toBe(0)
  await field.focus()
  for (const name of ["yard 59998", "nowhere", "24/7"]) {
    await visitor.page.keyboard.type(name)
    await visitor.press("Enter")
  }
  expect(await chips.allInnerTexts()).toEqual(["yard 59998 (loading…)", "nowhere (loading…)", "24/7 (loading…)"])
  await visitor.press("Control+Enter")
  await visitor.reads("Facilities haven't loaded.")
  await visitor.page.keyboard.type("Yard 59999")
  await visitor.press("Tab")
  await load()
  await visitor.reads("No facilities match 'nowhere'.")
  await expect
    .poll(() => chips.locator("span[title]").allInnerTexts())
    .toEqual(["24/7 Storage", "Yard 59998", "Yard 59999"])
})

it("keeps a name while loading fails, explains it, and selects it at the next Enter; Esc and more text cancel it", async () => {
  const visitor = await desk.visit({
    role: Role.id.Admin,
    company: few,
    viewport: { width: 320, height: 640 },
    colorScheme: "dark"
  })
  visitor.expects(/500/)
  const answer = await answering(visitor, /\/api\/facilities(\?|$)/)
  await visitor.goTo("/locks/activate_locks")
  await visitor.sees("Activate Locks")
  const field = visitor.page.getByRole("combobox", { name: "Facility", exact: true })
  await visitor.tabTo(field)
  await visitor.page.keyboard.type("Yard 59")
  await visitor.press("Enter", "Escape")
  expect(await field.inputValue()).toBe("")
  // Esc blurs every field of a page.
  await visitor.tabTo(field)
  await visitor.page.keyboard.type("Yard 59")
  await visitor.press("Enter")
  await visitor.page.keyboard.type("997")
  await visitor.press("Enter")
  answer("fails")
  await visitor.reads(/^Facilities didn't load\./)
  expect(await layoutFaults(visitor.page)).toEqual([])
  await visitor.press("Tab")
  expect(await field.inputValue()).toBe("Yard 59997")
  await visitor.press("Shift+Tab")
  answer("late")
  await visitor.press("Enter")
  await visitor.reads("Loading\u2026")
  answer("comes")
  await expect.poll(() => field.inputValue(), { timeout: 15_000 }).toBe("Yard 59997")
  await visitor.readsNoMore(/^Facilities didn't load\./)
  expect(await field.getAttribute("aria-expanded")).toBe("false")
})

it("shows 100 of many chosen facilities, and finds the others by name", async () => {
  const [user] = await desk.server.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ id: number }>`
        UPDATE users u SET facility_ids = ARRAY(
          SELECT facility_id FROM facilities f WHERE f.company_id = u.company_id AND name BETWEEN 'Yard 00001' AND 'Yard 05000')
        WHERE email = ${emailOf(companies.acme, Role.id.Personnel)} RETURNING user_id AS id`
    )
  )
  const visitor = await desk.visit({ role: Role.id.Admin, path: `/team/users/${user?.id}` })
  await visitor.reads("Showing 100 of 5,000")
  const chips = visitor.page.getByRole("list", { name: "Chosen facilities" }).getByRole("listitem")
  expect(await chips.count()).toBe(100)
  await visitor.page.getByLabel("Search chosen facilities").fill("yard 04999")
  await visitor.reads("Showing 1 of 5,000")
  // Enter doesn't submit the form.
  await visitor.press("Enter")
  await chips.getByRole("button", { name: "Remove Yard 04999" }).click()
  await visitor.reads("Showing 0 of 4,999")
  await visitor.page.getByRole("combobox", { name: "Add a facility" }).fill("yard 04999")
  await visitor.press("Enter")
  await visitor.reads("Showing 1 of 5,000")
})
