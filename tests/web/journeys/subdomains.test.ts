import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { AccessLevel, type AccessLevelId, Area } from "#core/auth/permissions.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { button } from "../support/controls.ts"
import { makeCompany, makeFacility } from "../../support/fixture.ts"
import { pngOf } from "../../support/logoImages.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { resizeTo, unsound } from "../support/unsound.ts"

const list = "/settings/overlock"
const lost = "Any progress will be lost. Are you sure?"

let crowd = 0
const logo = join(tmpdir(), `lockdesk-logo-${process.pid}.png`)
beforeAll(async () => {
  writeFileSync(logo, pngOf(60, 30))
})
shareDesk(
  {},
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { companyID } = yield* makeCompany("acme")
    for (const name of ["Alder Drive", "Birch Road", "Cedar Park", "Dogwood Court", "Elm Yard"]) {
      yield* makeFacility(companyID, name)
    }
    crowd = (yield* makeCompany("crowd")).companyID
    yield* sql`INSERT INTO facilities (company_id, name, created_at)
      SELECT ${crowd}, 'Place ' || n, now() FROM generate_series(1, 5000) AS n`
    yield* makeCompany("basic", { tier: Tier.id.Basic })
    yield* makeCompany("old", { tier: Tier.id.OldWebApp })
  })
)

const field = ({ page }: Visitor, label: string | RegExp) => page.getByLabel(label)
const box = ({ page }: Visitor, name: string) => page.getByRole("listbox", { name, exact: true })
const options = async (visitor: Visitor, name: string) =>
  (await box(visitor, name).locator(".transfer-label").allTextContents()).map((text) => text.trim())
const issueOf = ({ page }: Visitor, label: string) => page.getByLabel(label).locator("xpath=following-sibling::p")
const open = async (path = `${list}/create`, company = "acme", role: RoleId = Role.id.Admin): Promise<Visitor> => {
  const visitor = await desk.visit({ role, company, path })
  await visitor.page.getByRole("heading", { level: 1 }).waitFor()
  return visitor
}
const fillIn = async (visitor: Visitor, name: string, url: string) => {
  await field(visitor, "Display Name *").fill(name)
  await field(visitor, "Subdomain URL *").fill(url)
}
const kept = async (company = "acme") => {
  const token = await desk.server.enter(company, Role.id.Owner)
  return (await desk.server.call(token, (api) => api.subdomains.list({ query: {} }))).data
}
const add = async (subdomainUrl: string, facilityIDs: ReadonlyArray<FacilityId> = []) => {
  const token = await desk.server.enter("acme", Role.id.Owner)
  const payload = { displayName: `Of ${subdomainUrl}`, subdomainUrl, facilityIDs }
  return (await desk.server.call(token, (api) => api.subdomains.create({ query: {}, payload }))).data.id
}
const facility = async (name: string): Promise<number> => {
  const token = await desk.server.enter("acme", Role.id.Owner)
  const { data } = await desk.server.call(token, (api) => api.facilities.list({ query: {} }))
  return data.find(({ facilityName }) => facilityName === name)?.facilityID ?? 0
}

describe("subdomains", () => {
  it("are added with facilities by keyboard only, and listed", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.press("g", "w")
    await visitor.isAt(list)
    await visitor.reads("No subdomains yet. Add one.")
    await button(visitor, "Add Subdomain").waitFor()
    // Typed before the form has loaded.
    await visitor.press("c")
    await visitor.page.keyboard.type("Alder Storage")
    await visitor.isAt(`${list}/create`)
    await expect.poll(() => field(visitor, "Display Name *").inputValue()).toBe("Alder Storage")
    await visitor.press("Tab")
    await visitor.page.keyboard.type("alder")
    await visitor.press("Enter")
    await box(visitor, "Unassigned").waitFor()
    await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT")
    // Moves into the list, where typing filters it and letters aren't shortcuts.
    await visitor.press("ArrowDown")
    await visitor.page.keyboard.type("d")
    await expect
      .poll(() => options(visitor, "Unassigned"))
      .toEqual(["Alder Drive", "Birch Road", "Cedar Park", "Dogwood Court", "Elm Yard"])
    await visitor.page.keyboard.type("r")
    await expect.poll(() => options(visitor, "Unassigned")).toEqual(["Alder Drive"])
    // Names have digits, too, so they don't start a lookup here.
    await visitor.page.keyboard.type("7")
    await visitor.reads("0 of 5")
    await visitor.press("Escape")
    // A space right after a letter belongs to the name.
    await visitor.page.keyboard.type("Alder D")
    await expect.poll(() => options(visitor, "Unassigned")).toEqual(["Alder Drive"])
    await visitor.press("Escape")
    await visitor.press("Space", "Shift+ArrowDown", "Shift+ArrowDown")
    await visitor.reads("5 of 5, 3 selected")
    // Hidden options stay selected, but neither count nor move.
    await visitor.page.keyboard.type("dr")
    await visitor.reads("1 of 5, 1 selected")
    await visitor.press("Escape")
    await visitor.reads("5 of 5, 3 selected")
    await visitor.press("Enter")
    await expect.poll(() => options(visitor, "Assigned")).toEqual(["Alder Drive", "Birch Road", "Cedar Park"])
    await visitor.reads("3 facilities moved to assigned.")
    // The next row moves up, and the list keeps the focus.
    const active = await box(visitor, "Unassigned").getAttribute("aria-activedescendant")
    expect(await visitor.page.locator(`[id="${active}"]`).textContent()).toContain("Dogwood Court")
    expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("listbox")
    await visitor.press("Control+a", "Control+Enter")
    await visitor.isAt(list)
    await visitor.reads("Subdomain added")
    await visitor.reads("Alder Storage")
    expect(await kept()).toMatchObject([{ displayName: "Alder Storage", subdomainUrl: "alder" }])
    expect((await kept())[0]?.facilityIDs).toHaveLength(3)
  })

  it("are validated on blur, and step 2 waits for step 1", async () => {
    await add("taken")
    const visitor = await open()
    visitor.expects(/409/)
    await field(visitor, "Subdomain URL *").fill("Not_a_url")
    await visitor.press("Tab")
    await visitor.reads("Subdomain URL can only contain lowercase letters, numbers and hyphens")
    await button(visitor, "Next").click()
    await visitor.reads("Display Name is required.")
    await expect
      .poll(() => visitor.page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("displayName")
    expect(await button(visitor, "Previous").getAttribute("aria-disabled")).toBe("true")
    await fillIn(visitor, "Two", "taken")
    await visitor.press("Tab")
    await visitor.reads("Subdomain URL 'taken' is already taken.")
    await button(visitor, "Next").click()
    await visitor.page.getByRole("form", { name: "Step 1: General Information" }).waitFor()
    await field(visitor, "Subdomain URL *").fill("www")
    await visitor.press("Tab")
    await visitor.reads("Subdomain URL 'www' is reserved.")
    expect(await issueOf(visitor, "Subdomain URL *").count()).toBe(1)
    // Opening step 2 by URL also shows step 1.
    await visitor.page.goto(`${new URL(visitor.page.url()).origin}${list}/create?step=facilities`)
    await visitor.page.getByRole("form", { name: "Step 1: General Information" }).waitFor()
  })

  it("ignore a late answer about a URL that was corrected meanwhile", async () => {
    await add("busy")
    const visitor = await open()
    visitor.expects(/409/)
    const check = /validate-url/
    const answer = await holdBack(visitor, check)
    const [asked, answered] = [visitor.page.waitForRequest(check), visitor.page.waitForResponse(check)]
    await fillIn(visitor, "Two", "busy")
    await visitor.press("Tab")
    await asked
    await field(visitor, "Subdomain URL *").fill("free")
    await answer()
    await answered
    await visitor.settled()
    expect(await issueOf(visitor, "Subdomain URL *").count()).toBe(0)
  })

  it("hide facilities of other subdomains until requested, mark them, and can take them over", async () => {
    const elm = await facility("Elm Yard")
    const from = await add("elm", [FacilityId.make(elm)])
    const visitor = await open()
    await fillIn(visitor, "Takes over", "takes-over")
    await button(visitor, "Next").click()
    await box(visitor, "Unassigned").waitFor()
    expect(await options(visitor, "Unassigned")).not.toContain("Elm Yard")
    await button(visitor, "Show/Hidden Assigned").click()
    await expect.poll(() => options(visitor, "Unassigned")).toContain("Elm Yard")
    const row = box(visitor, "Unassigned").getByRole("option", { name: /Elm Yard/ })
    expect(await row.textContent()).toContain("Already assigned to a different subdomain")
    await row.click()
    await button(visitor, "Move selected right").click()
    await expect.poll(() => options(visitor, "Assigned")).toEqual(["Elm Yard"])
    await button(visitor, "Save & Submit").click()
    await visitor.isAt(list)
    const rows = await kept()
    expect(rows.find(({ id }) => id === from)?.facilityIDs).toEqual([])
    expect(rows.find(({ subdomainUrl }) => subdomainUrl === "takes-over")?.facilityIDs).toEqual([elm])
  })

  it("accept a dropped logo, and ignore one dropped outside the field", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/overlock/create" })
    await field(visitor, "Logo").waitFor()
    const drop = (at: string) =>
      visitor.page.evaluate(
        ([selector, bytes]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([Uint8Array.from(bytes)], "dropped.png", { type: "image/png" }))
          const target = document.querySelector(selector)
          return ["dragover", "drop"].map((kind) => {
            const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer })
            target?.dispatchEvent(event)
            return event.defaultPrevented
          })
        },
        [at, [...pngOf(60, 30)]] as const
      )
    // If the page didn't prevent it, the browser would open the file instead of the console.
    expect(await drop("h1")).toEqual([true, true])
    expect(await visitor.page.getByRole("img", { name: "Preview of dropped.png" }).count()).toBe(0)
    expect(await drop(".logo-field")).toEqual([true, true])
    await visitor.page.getByRole("img", { name: "Preview of dropped.png" }).waitFor()
  })

  it("preview a logo before uploading it; a failed upload is reported and can be retried", async () => {
    const visitor = await open()
    visitor.expects(/ERR_FAILED/)
    await fillIn(visitor, "With logo", "with-logo")
    // The browser's file button is styled like ours, also in the built CSS.
    const file = field(visitor, "Logo")
    expect(await file.evaluate((input) => getComputedStyle(input, "::file-selector-button").cursor)).toBe("pointer")
    await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") })
    await visitor.reads("SVG files can't be a logo. Save it as a PNG image.")
    await file.setInputFiles(logo)
    await visitor.page.getByRole("img", { name: /^Preview of lockdesk-logo/ }).waitFor()
    await button(visitor, "Next").click()
    await box(visitor, "Unassigned").waitFor()
    await visitor.page.route("**/upload-logo*", (route) => route.abort(), { times: 1 })
    await button(visitor, "Save & Submit").click()
    await visitor.reads("The subdomain was saved, but its logo was not uploaded.")
    const { id, logo: before } =
      (await kept()).find(({ subdomainUrl }) => subdomainUrl === "with-logo") ?? expect.unreachable()
    expect(before).toBeNull()
    await visitor.isAt(`${list}/${id}`)
    await button(visitor, "Next").click()
    await button(visitor, "Save & Submit").click()
    await visitor.isAt(list)
    const saved = (await kept()).find((each) => each.id === id)?.logo ?? ""
    expect(saved).toMatch(/\.png$/)
    await expect
      .poll(() =>
        visitor.page.locator(`img[src="/images/${saved}"]`).evaluate((image: HTMLImageElement) => image.naturalWidth)
      )
      .toBe(60)
    await visitor.press("z")
    await visitor.reads("A new logo can't be undone.")
    // The preview of the saved portal shows it as well.
    await visitor.page.getByText("With logo").click()
    await visitor.page.locator(`.portal-preview img[src="/images/${saved}"]`).waitFor()
    await button(visitor, "Remove logo").click()
    await button(visitor, "Next").click()
    await button(visitor, "Save & Submit").click()
    await visitor.isAt(list)
    expect((await kept()).find((each) => each.id === id)?.logo).toBeNull()
  })

  it("block step 2 while a logo is refused, here or by the server, until it is removed", async () => {
    const visitor = await open()
    visitor.expects(/422/)
    await fillIn(visitor, "Refused logo", "refused-logo")
    const svg = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") }
    const step1 = visitor.page.getByRole("form", { name: "Step 1: General Information" })
    const blocks = async (issue: string) => {
      await visitor.reads(issue)
      await button(visitor, "Next").click()
      await visitor.settled()
      await step1.waitFor()
      await visitor.reads(issue)
      await button(visitor, "Remove logo").click()
      await visitor.readsNoMore(issue)
      await button(visitor, "Next").click()
      await box(visitor, "Unassigned").waitFor()
    }
    await field(visitor, "Logo").setInputFiles(svg)
    await blocks("SVG files can't be a logo. Save it as a PNG image.")
    await button(visitor, "Previous").click()
    const broken = { ...svg, buffer: Buffer.from(pngOf(60, 30)).subarray(0, 60) }
    await field(visitor, "Logo").setInputFiles(broken)
    await visitor.page.getByRole("img", { name: "Preview of a.png" }).waitFor()
    await button(visitor, "Next").click()
    await button(visitor, "Save & Submit").click()
    await step1.waitFor()
    await blocks("The logo is damaged and can't be read.")
    await button(visitor, "Save & Submit").click()
    await visitor.isAt(list)
  })

  it("keep unsaved changes when the permission goes, also from one step to the other", async () => {
    const token = await desk.server.enter("acme", Role.id.Owner)
    const allow = (level: AccessLevelId) =>
      desk.server.call(token, (api) =>
        api.roles.set({
          params: { role: Role.id.Personnel },
          query: {},
          payload: { areas: [{ area: Area.id.Subdomains, level }] }
        })
      )
    await allow(AccessLevel.id.Write)
    const visitor = await open(`${list}/${await add("kept")}`, "acme", Role.id.Personnel)
    await visitor.live()
    await field(visitor, "Display Name *").fill("Changed")
    const known = visitor.page.waitForResponse(/auth\/user/)
    await allow(AccessLevel.id.Read)
    await known
    await visitor.settled()
    await button(visitor, "Next").click()
    await expect.poll(() => button(visitor, "Save & Submit").getAttribute("aria-disabled")).toBe("true")
    await visitor.does("subdomainForm.back").click()
    expect(await field(visitor, "Display Name *").inputValue()).toBe("Changed")
    await visitor.page.getByRole("link", { name: "Back to Subdomains" }).click()
    await visitor.reads(lost)
  })

  it("confirm before unsaved changes are lost, and go back one page", async () => {
    const id = await add("left")
    const visitor = await open(list)
    await visitor.page.getByText("Of left").click()
    await visitor.isAt(`${list}/${id}`)
    await expect.poll(() => visitor.page.title()).toBe("Of left - Lockdesk")
    await button(visitor, "Next").click()
    await box(visitor, "Unassigned").waitFor()
    await visitor.page.getByRole("link", { name: "Back to Subdomains" }).click()
    await visitor.isAt(list)
    await visitor.page.getByText("Of left").click()
    await field(visitor, "Display Name *").fill("Changed")
    await visitor.page.getByRole("link", { name: "Back to Subdomains" }).click()
    await visitor.reads(lost)
    await button(visitor, "No").click()
    expect(await field(visitor, "Display Name *").inputValue()).toBe("Changed")
    // Another user changes it meanwhile: none of their change is overwritten.
    const token = await desk.server.enter("acme", Role.id.Owner)
    await desk.server.call(token, (api) => api.subdomains.update({ query: {}, payload: { id, displayName: "Theirs" } }))
    await visitor.reads("This subdomain was changed by Owner acme since you opened it.")
    await button(visitor, "Load latest version").click()
    await expect.poll(() => field(visitor, "Display Name *").inputValue()).toBe("Theirs")
  })

  it("move 5,000 facilities, of which the page has few", async () => {
    const visitor = await open(`${list}/create`, "crowd")
    await fillIn(visitor, "Crowd", "crowd")
    await button(visitor, "Next").click()
    await visitor.reads("5,000 of 5,000")
    await box(visitor, "Unassigned").focus()
    await visitor.press("End")
    await expect.poll(async () => (await options(visitor, "Unassigned")).at(-1)).toBe("Place 5000")
    expect(await visitor.page.locator(".transfer-row").count()).toBeLessThan(60)
    // `npm run bench company` measures the keys.
    await visitor.press("Home", "ArrowDown", "Control+a", "End")
    expect(await visitor.page.locator(".transfer-row").count()).toBeLessThan(60)
    await button(visitor, "Move all right").click()
    await visitor.reads("5,000 facilities moved to assigned.")
    await button(visitor, "Save & Submit").click()
    await visitor.isAt(list)
    expect((await kept("crowd"))[0]?.facilityIDs).toHaveLength(5000)
  })

  it("are disabled under the upgrade prompt on plans that can upgrade, and absent on others", async () => {
    const visitor = await open(list, "basic", Role.id.Owner)
    await visitor.reads("Subdomains is not in your plan.")
    expect(await visitor.page.locator(".upgrade-under").evaluate((under) => (under as HTMLElement).inert)).toBe(true)
    const off = await open(list, "old", Role.id.Owner)
    await off.reads("Your plan does not include Subdomains.")
    expect(await off.page.getByRole("grid").count()).toBe(0)
  })

  it("are denied to roles without Write", async () => {
    const visitor = await desk.visit({ role: Role.id.Personnel, path: list })
    await visitor.reads("Access Denied")
    await visitor.isAt("/settings/general")
  })

  it("have no layout or axe findings in both themes, on a desktop and a phone", async () => {
    const id = await add("phone", [FacilityId.make(await facility("Birch Road"))])
    const visitor = await open(`${list}/${id}`)
    for (const step of ["general", "facilities"]) {
      await visitor.goTo(`${list}/${id}?step=${step}`)
      await visitor.page.getByRole("form").waitFor()
      for (const width of [1280, 320]) {
        await resizeTo(visitor.page, { width, height: 800 })
        expect([width, step, await unsound(visitor.page)]).toEqual([width, step, []])
      }
    }
  })
})
