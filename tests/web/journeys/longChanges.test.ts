import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { CompanyId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { lockedWorkingSet } from "#server/locks/lockWorkingSetSql.ts"
import { makeFacility, makeLocks } from "../../support/fixture.ts"
import { there } from "../support/deskData.ts"
import { holdBack } from "../support/holdBack.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"
import type { Visitor } from "../support/Visitor.ts"

let token = ""
shareDeskWithNewPages()
beforeAll(async () => {
  token = await desk.server.enter("acme", Role.id.Owner)
})

const three = [there.overlocked, there.next, there.available]
const statusOf = async (serialCode: string) => {
  const query = { filter: `serialCode=${serialCode}` }
  return (await desk.server.call(token, (api) => api.locks.search({ query }))).data[0]?.secondaryStatusName
}

/** Opens the lock list and selects the first three rows by keys. */
const selectThree = async (visitor: Visitor): Promise<void> => {
  await visitor.goTo("/locks/manage_locks")
  await visitor.sees("Manage Locks")
  await visitor.synced()
  await visitor.page.getByRole("row").nth(2).waitFor()
  await visitor.press("j", "x", "j", "x", "j", "x")
  await visitor.page.getByRole("group", { name: "Selected rows" }).getByText("3 selected").waitFor()
}
/** Asks for a status of the selected locks. */
const setStatus = async (visitor: Visitor, name: string): Promise<void> => {
  await visitor.press("s")
  await visitor.page.getByRole("combobox", { name: "Set the status of 3 locks: Status" }).waitFor()
  await visitor.page.keyboard.type(name.toLowerCase())
  await visitor.row(name).waitFor()
  await visitor.press("Enter")
}
/** A new facility of acme with available locks, and the ID of every company by name. */
const lockedYard = (name: string, firstSerial: number, count: number) =>
  desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const companies = yield* sql<{ company_id: number; name: string }>`SELECT company_id, name FROM companies`
      const ids = new Map(companies.map((company) => [company.name, CompanyId.make(company.company_id)]))
      const companyID = ids.get("acme") ?? expect.unreachable()
      const facilityID = yield* makeFacility(companyID, name)
      const facts = { companyID, facilityID, code: "9182", status: LockStatus.id.Available }
      yield* makeLocks(Array.from({ length: count }, (_, nth) => ({ ...facts, serial: String(firstSerial + nth) })))
      return { facilityID, ids }
    })
  )
/** Lets no job of acme change locks until the returned function is called. */
const holdJobs = async (): Promise<() => Promise<void>> => {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = desk.server.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [acme] = yield* sql<{ id: CompanyId }>`SELECT company_id AS id FROM companies WHERE name = 'acme'`
      const until = Effect.promise(() => {
        held.resolve()
        return release.promise
      })
      yield* sql.withTransaction(Effect.andThen(lockedWorkingSet(acme?.id ?? expect.unreachable()), until))
    })
  )
  await held.promise
  const end = () => {
    release.resolve()
    return holding
  }
  onTestFinished(end)
  return end
}
const panel = ({ page }: Visitor) => page.getByRole("region", { name: "Change of locks" })
const toastLink = ({ page }: Visitor) => page.locator("[data-toast]").getByRole("link", { name: "Open" })

describe("a change of locks that takes long", () => {
  it("shows its progress while it is planned, applied and undone", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await selectThree(visitor)
    const release = await holdBack(visitor, /\/jobs\/\d+\/(plan|apply|undo)(\?|$)/)
    await setStatus(visitor, "Damaged")
    await panel(visitor).getByText("Planning the change of 3 locks").waitFor()
    await panel(visitor).getByText("3 of 3 locks sent").waitFor()
    expect(await unsound(visitor.page)).toEqual([])
    await release(/plan/)
    await panel(visitor).getByText("Set the status of 3 locks").waitFor()
    await panel(visitor).getByText("0 of 3 locks changed").waitFor()
    await release(/apply/)
    await visitor.reads("3 of 3 locks are now Damaged.")
    await panel(visitor).waitFor({ state: "detached" })
    await visitor.press("z")
    await panel(visitor).getByText("Undo: Set the status of 3 locks").waitFor()
    await release(/undo/)
    await visitor.reads("3 of 3 locks are as they were before.")
  })

  it("ends with one toast, although the server notifies its user too", async () => {
    const count = 25
    const { facilityID } = await lockedYard("One toast", 69_000_000, count)
    const visitor = await desk.visit({
      role: Role.id.Admin,
      path: `/locks/manage_locks?facilityID=${facilityID}&count=50`
    })
    await visitor.reads(`${count} locks`)
    await visitor.live()
    await visitor.synced()
    await visitor.page.evaluate(() => {
      const toasts = new Set<string>()
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll("[data-toast] .notice")) toasts.add(toast.textContent)
      }).observe(document.body, { subtree: true, childList: true })
      Object.assign(window, { toasts })
    })
    await visitor.does("list.selectAll").first().click()
    await visitor.page.getByRole("group", { name: "Selected rows" }).getByText(`${count} selected`).waitFor()
    await visitor.press("s")
    await visitor.page.getByRole("combobox", { name: `Set the status of ${count} locks: Status` }).waitFor()
    await visitor.page.keyboard.type("damaged")
    await visitor.row("Damaged").waitFor()
    await visitor.press("Enter")
    await visitor.reads(`${count} of ${count} locks are now Damaged.`)
    await visitor.page.getByRole("button", { name: /^Notices, 2 new/ }).waitFor()
    const toasts = await visitor.page.evaluate(() => [...(window as unknown as { toasts: Set<string> }).toasts])
    expect(toasts).toEqual([expect.stringContaining(`${count} of ${count} locks are now Damaged.`)])
  })

  it("asks nothing on another screen, but links to its plan", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    // The user leaves before its code has loaded.
    const release = await holdBack(visitor, /\/plan(\?|$)|\/SelectionChanger-/)
    await selectThree(visitor)
    // One of the three would fail, so it has to be confirmed.
    await setStatus(visitor, "Tenant Using Lock")
    await visitor.paletteBox.waitFor({ state: "detached" })
    await visitor.press("g", "d")
    await visitor.sees("Dashboard")
    await release(/SelectionChanger/)
    await release(/plan/)
    await visitor.reads("Set the status of 3 locks: planned. Nothing has been changed yet.")
    expect(await visitor.page.getByRole("dialog").count()).toBe(0)
    await visitor.isAt("/dashboard")
    await toastLink(visitor).click()
    await visitor.isAt(/^\/jobs\/\d+$/)
    await visitor.does("jobs.apply").click()
    await visitor.sees("Done")
    expect(await statusOf(there.next)).toBe("Tenant Using Lock")
    const job = Number(new URL(visitor.page.url()).pathname.split("/").at(-1))
    // The plan of its undo opens as well, instead of a message that nothing follows.
    await visitor.runs("Undo a job")
    await visitor.page.keyboard.type(String(job))
    await visitor.press("Enter")
    await visitor.isAt(`/jobs/${job + 1}`)
    await visitor.reads(/2 of 2 locks will go back to how they were before job \d+\. Nothing has been changed yet\./)
    await visitor.does("jobs.apply").click()
    await visitor.sees("Done")
    expect(await statusOf(there.next)).toBe("Assigned Overlock")
  })

  it("isn't followed in the company that its user acts for next", async () => {
    const count = 99
    const { facilityID, ids } = await lockedYard("Left behind", 69_100_000, count)
    const visitor = await desk.visit({
      role: Role.id.SiteAdmin,
      company: "open",
      path: `/locks/manage_locks?companyID=${ids.get("acme")}&facilityID=${facilityID}&count=50`
    })
    await visitor.reads(`${count} locks`)
    await visitor.synced()
    await visitor.does("list.selectAll").first().click()
    await visitor.page.getByRole("group", { name: "Selected rows" }).getByText(`${count} selected`).waitFor()
    const asked: Array<string> = []
    visitor.page.on("request", (request) => asked.push(request.url()))
    const clock = await visitor.fakeClock()
    const applied = visitor.page.waitForResponse(/\/apply(\?|$)/)
    await visitor.press("s")
    await visitor.page.getByRole("combobox", { name: `Set the status of ${count} locks: Status` }).waitFor()
    await visitor.page.keyboard.type("damaged")
    await visitor.row("Damaged").waitFor()
    await clock.pauseAt(Date.now() + 1_000)
    await visitor.press("Enter")
    const { data } = (await (await applied).json()) as { readonly data: { readonly running: boolean } }
    expect(data.running).toBe(true)
    // The page waits before it looks at the job again.
    await visitor.follows(`/dashboard?companyID=${ids.get("other")}`)
    await visitor.sees("Dashboard")
    const before = asked.length
    await clock.runFor(5_000)
    await clock.resume()
    await visitor.settled()
    expect(asked.slice(before).filter((url) => url.includes("/jobs/"))).toEqual([])
    // If the job was slow, the server notifies its user, in any company.
    const toasts = await visitor.page.locator("[data-toast]").allInnerTexts()
    expect(toasts.filter((text) => !text.includes("Done: "))).toEqual([])
  })

  it("is canceled, and says so, if its user switches to another company while it is planned", async () => {
    const { facilityID, ids } = await lockedYard("Left early", 69_200_000, 3)
    const visitor = await desk.visit({
      role: Role.id.SiteAdmin,
      company: "open",
      path: `/locks/manage_locks?companyID=${ids.get("acme")}&facilityID=${facilityID}`
    })
    await visitor.reads("3 locks")
    await visitor.synced()
    await visitor.does("list.selectAll").first().click()
    await visitor.page.getByRole("group", { name: "Selected rows" }).getByText("3 selected").waitFor()
    desk.proxy.delay = ({ path }) => (path.includes("/jobs") ? 500 : 0)
    const made = visitor.page.waitForRequest(/\/jobs\/set-status/)
    await setStatus(visitor, "Damaged")
    await made
    await visitor.follows(`/dashboard?companyID=${ids.get("other")}`)
    await visitor.reads("You switched to another company or view before it began. No lock was changed.")
    const state = () =>
      desk.server.sql((sql) =>
        Effect.map(sql<{ state: string }>`SELECT state FROM jobs ORDER BY job_id DESC LIMIT 1`, ([job]) => job?.state)
      )
    await expect.poll(state).toBe("cancelled")
  })

  it("says how far it got if somebody cancels it", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await selectThree(visitor)
    const release = await holdJobs()
    await setStatus(visitor, "Lost")
    await panel(visitor).getByText("0 of 3 locks changed").waitFor()
    const { data: jobs } = await desk.server.call(token, (api) => api.jobs.list({ query: {} }))
    const { jobID: id } = jobs[0] ?? expect.unreachable()
    await desk.server.call(token, (api) => api.jobs.cancel({ params: { id }, query: {} }))
    await visitor.reads(`Job ${id} was canceled at 0 of 3 rows.`)
    await release()
    await toastLink(visitor).click()
    await visitor.sees("Canceled")
  })

  it("continues on the server if the connection is lost, which a toast says and links to", async () => {
    const visitor = await desk.visit({ role: Role.id.Admin })
    await selectThree(visitor)
    visitor.expects(/ERR_/, /Failed to load/)
    desk.proxy.refused = /\/api\/jobs\/\d+$/
    await setStatus(visitor, "Damaged")
    await visitor.reads("Connection lost. Set the status of 3 locks: this continues on the server.")
    desk.proxy.refused = null
    await toastLink(visitor).click()
    await visitor.sees("Done")
    await visitor.reads("3 of 3 rows, 3 changed")
    await expect.poll(() => Promise.all(three.map(statusOf))).toEqual(three.map(() => "Damaged"))
  })
})
