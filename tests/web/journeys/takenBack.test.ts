import type { Page, Route } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { pngOf } from "../../support/logoImages.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"

const list = "/settings/overlock"

let owner = ""
shareDesk()
beforeAll(async () => {
  owner = await desk.server.enter("acme", Role.id.Owner)
})

const kept = async () => {
  const { data } = await desk.server.call(owner, (api) => api.subdomains.list({ query: {} }))
  return data.map(({ version: _version, updatedBy: _by, ...subdomain }) => subdomain)
}
const add = async (subdomainUrl: string, facilityIDs: ReadonlyArray<FacilityId>) => {
  const payload = { displayName: `Of ${subdomainUrl}`, subdomainUrl, facilityIDs }
  return (await desk.server.call(owner, (api) => api.subdomains.create({ query: {}, payload }))).data.id
}

/** The URL changes before the list renders; until then the form still handles keys. */
const isAtTheList = async (visitor: Visitor): Promise<void> => {
  await visitor.isAt(list)
  await visitor.page.getByRole("columnheader", { name: "Subdomain URL" }).waitFor()
}

describe("undoing a subdomain change", () => {
  it("restores it with z, including a facility taken from another subdomain", async () => {
    const { data: facilities } = await desk.server.call(owner, (api) => api.facilities.list({ query: {} }))
    const [first, second] = facilities
    await add("giver", [FacilityId.make(first?.facilityID ?? 0)])
    const id = await add("taker", [FacilityId.make(second?.facilityID ?? 0)])
    const before = await kept()
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.page.getByLabel("Display Name *").fill("Undone soon")
    await visitor.does("subdomainForm.next").click()
    const free = visitor.page.getByRole("listbox", { name: "Unassigned", exact: true })
    await free.waitFor()
    await visitor.page.getByRole("button", { name: /^Show\/Hidden Assigned/ }).click()
    await free.getByRole("option", { name: new RegExp(first?.facilityName ?? "") }).click()
    await visitor.page.getByRole("button", { name: /^Move selected right/ }).click()
    await visitor.press("Control+Enter")
    await isAtTheList(visitor)
    await visitor.reads("Undone soon")
    const both = [first?.facilityID ?? 0, second?.facilityID ?? 0].toSorted((a, b) => a - b)
    expect((await kept()).find((each) => each.id === id)?.facilityIDs).toEqual(both)
    await visitor.page.getByText("Undone soon").first().click()
    await visitor.page.getByLabel("Subdomain URL *").fill("taker-two")
    await visitor.does("subdomainForm.next").click()
    await free.waitFor()
    await visitor.press("Control+Enter")
    await isAtTheList(visitor)
    await visitor.reads("taker-two")
    await visitor.press("z")
    await visitor.reads("Undone: Change Undone soon.")
    // The first change's version is outdated. Only the server knows that the second change was undone, so z asks it.
    visitor.expects(/409/)
    await visitor.press("z")
    await visitor.reads("Undone: Change Of taker.")
    expect(await kept()).toEqual(before)
  })

  it("restores it although its new logo was uploaded after it, and takes away the toast of the save only", async () => {
    const id = await add("branded", [])
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.page.getByLabel("Display Name *").fill("Renamed")
    const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(pngOf(60, 30)) }
    await visitor.page.getByLabel("Logo").setInputFiles(file)
    await visitor.does("subdomainForm.next").click()
    await visitor.page.getByRole("listbox", { name: "Unassigned", exact: true }).waitFor()
    const upload = await holdBack(visitor, /upload-logo/)
    await visitor.press("Control+Enter")
    await expect.poll(async () => (await kept()).find((each) => each.id === id)?.displayName).toBe("Renamed")
    // Another toast comes during the upload.
    await visitor.picks("undo last", /^Undo/)
    await visitor.reads("Still saving.")
    await upload()
    await isAtTheList(visitor)
    await visitor.reads("Subdomain updated")
    visitor.expects(/409/)
    await visitor.press("z")
    await visitor.reads("Undone: Change Of branded.")
    await visitor.readsNoMore("Subdomain updated")
    const { displayName, logo } = (await kept()).find((each) => each.id === id) ?? expect.unreachable()
    expect([displayName, logo]).toEqual(["Of branded", expect.stringMatching(/\.png$/)])
  })

  it("is refused with a message if another user changed it since", async () => {
    const id = await add("busy", [])
    const visitor = await desk.visit({ role: Role.id.Admin, path: `${list}/${id}` })
    await visitor.page.getByLabel("Display Name *").fill("Mine")
    await visitor.does("subdomainForm.next").click()
    await visitor.page.getByRole("listbox", { name: "Unassigned", exact: true }).waitFor()
    await visitor.press("Control+Enter")
    await isAtTheList(visitor)
    await desk.server.call(owner, (api) => api.subdomains.update({ query: {}, payload: { id, displayName: "Theirs" } }))
    visitor.expects(/409/)
    await visitor.press("z")
    await visitor.reads("Couldn't undo: Change Of busy.")
    expect((await kept()).find((each) => each.id === id)?.displayName).toBe("Theirs")
  })
})

describe("a facility's API inclusion", () => {
  it("is set in one direction in the palette, is unchanged when repeated, and is undone with z", async () => {
    const included = async () => {
      const { data } = await desk.server.call(owner, (api) => api.facilities.list({ query: {} }))
      return data.find(({ facilityName }) => facilityName === "Maple Street")?.includedInAPI
    }
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/dashboard" })
    await visitor.sees("Dashboard")
    await visitor.synced()
    const ask = async (line: string, question: string) => {
      await visitor.openPalette(line)
      await visitor.row(/^Include a facility in the API, or exclude it: Maple Street, (in|ex)clude/).click()
      await visitor.row(`Yes: ${question}`).click()
    }
    await ask("facilities api maple exclude", "Exclude Maple Street from the API")
    await visitor.reads("Maple Street is now excluded from the API")
    await ask("facilities api maple exclude", "Exclude Maple Street from the API")
    await visitor.reads("Unchanged: already set.")
    expect(await included()).toBe(false)
    await visitor.press("z")
    await visitor.reads("Undone: 'Maple Street is now excluded from the API'.")
    expect(await included()).toBe(true)
    await ask("facilities api maple include", "Include Maple Street in the API")
    await visitor.until("it says Unchanged", visitor.page.getByText("Unchanged").nth(1).waitFor())
    expect(await included()).toBe(true)
  })
})

describe("a change whose response was lost", () => {
  it("is said to be saved once the server responds, and is undone with z", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/general" })
    visitor.expects(/ERR_/)
    const contact = visitor.page.getByLabel("Contact name")
    const saved = async () =>
      (await desk.server.call(owner, (api) => api.settings.profile({ query: {} }))).data.contactName
    await contact.fill("Ann Lee")
    let lost = false
    await visitor.page.route(/settings/, async (route) => {
      if (lost || route.request().method() === "GET") return route.fallback()
      lost = true
      await route.fetch()
      await route.abort()
    })
    await visitor.press("Control+Enter")
    await visitor.reads("Can't reach the server.")
    await visitor.reads("The response was lost, but you saved this, here or in another tab.")
    expect(await saved()).toBe("Ann Lee")
    await visitor.page.getByRole("heading", { name: "Lock Settings" }).click()
    // The response to the undo is lost, too.
    lost = false
    await visitor.press("z")
    await visitor.reads("Undone: 'Contact name: none → Ann Lee'.")
    await expect.poll(() => contact.inputValue()).toBe("")
    expect(await saved()).toBe("")
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
  })

  /** Saves the contact name in one tab, whose response is lost, and the API inclusion of a facility in another tab meanwhile. */
  const saveInTwoTabs = async (lose: (route: Route) => Promise<void>, saveOther: (other: Page) => Promise<void>) => {
    const visitor = await desk.visit({ role: Role.id.Admin, path: "/settings/general" })
    visitor.expects(/ERR_/)
    await visitor.page.getByLabel("Contact name").fill("Lost Lee")
    const other = await visitor.newTab("/dashboard")
    await other.getByRole("heading", { name: "Dashboard", exact: true }).waitFor()
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let lost = false
    await visitor.page.route(/settings/, async (route) => {
      if (lost || route.request().method() === "GET") return route.fallback()
      lost = true
      await lose(route)
      held.resolve()
      await release.promise
      await route.abort()
    })
    await visitor.press("Control+Enter")
    await held.promise
    await saveOther(other)
    const looked = visitor.page.waitForResponse(/audit\/own\?.*count=20/)
    release.resolve()
    await looked
    return visitor
  }
  const set = async (page: Page, to: "include" | "exclude") => {
    await page.keyboard.press("Control+k")
    const palette = page.locator("dialog.palette")
    await palette.getByRole("combobox").fill(`facilities api maple ${to}`)
    await palette.getByRole("option", { name: new RegExp(`^Include a facility in .* Maple Street, ${to}`) }).click()
    await palette.getByRole("option", { name: /^Yes: / }).click()
  }
  const undoesNothing = async (visitor: Visitor) => {
    await visitor.page.getByRole("heading", { name: "Lock Settings" }).click()
    await visitor.press("z")
    await visitor.reads("There is nothing to undo.")
  }

  it("isn't mistaken for a change of another tab", async () => {
    const visitor = await saveInTwoTabs(
      // The server never gets it.
      () => Promise.resolve(),
      async (other) => {
        await set(other, "exclude")
        await other.getByText("Maple Street is now excluded from the API").first().waitFor()
      }
    )
    await undoesNothing(visitor)
    expect(await visitor.page.getByText("The response was lost").count()).toBe(0)
  })

  it("isn't mistaken for a change that a job made meanwhile", async () => {
    const admin = await desk.server.enter("acme", Role.id.Admin)
    const run = <A, E>(use: Parameters<typeof desk.server.call<A, E>>[1]) => desk.server.call(admin, use)
    const visitor = await saveInTwoTabs(
      // The server never gets it.
      () => Promise.resolve(),
      async () => {
        const { data: locks } = await run((api) => api.locks.search({ query: { count: 1 } }))
        const [lock] = locks
        const payload = { source: "one.csv", fingerprint: "one-lock-of-a-job" }
        const { data: job } = await run((api) => api.jobs.setUnit({ query: {}, payload }))
        const byID = { params: { id: job.jobID }, query: {} }
        const rows = [{ row: 2, serialCode: lock?.serialCode ?? "", unitNumber: "B-77" }]
        await run((api) => api.jobs.addRows({ ...byID, payload: { rows } }))
        await run((api) => api.jobs.apply(byID))
        await expect.poll(async () => (await run((api) => api.jobs.show(byID))).data.applied).toBe(1)
      }
    )
    await undoesNothing(visitor)
    expect(await visitor.page.getByText("The response was lost").count()).toBe(0)
  })

  it("is said to be saved, but not undone, if the response of another tab was lost as well", async () => {
    const visitor = await saveInTwoTabs(
      async (route) => void (await route.fetch()),
      async (other) => {
        await other.route(/facilit/, async (route) => {
          if (route.request().method() === "GET") return route.fallback()
          await route.fetch()
          await route.abort()
        })
        await set(other, "include")
        await other.getByText("The response was lost, but you saved this").first().waitFor()
      }
    )
    await visitor.reads("The response was lost, but you saved these, here or in another tab.")
    await visitor.reads(/^'Contact name: none → Lost Lee', 'Included in API: .*'\. Undo \(z\) leaves them as they are/)
    await undoesNothing(visitor)
  })
})
