import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { countText } from "#core/base/countText.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { Job } from "#core/jobs/Job.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { leaseMillis } from "#server/jobs/jobRun.ts"
import { connectClient, dataOf, signIn } from "../../faults/load.ts"
import { startProcess } from "../../faults/serverProcess.ts"
import { onStorage, openStorage, stock } from "../../faults/storage.ts"
import { postgres } from "../../support/databases.ts"
import { axeFindings } from "../support/axe.ts"
import { companies, there } from "../support/deskData.ts"
import { consoleFolder } from "../support/openDesk.ts"
import { activeLocks, registerLocks } from "../support/registerLocks.ts"
import { desk, shareDesk } from "../support/shareDesk.ts"
import { unsound } from "../support/unsound.ts"

let admin = ""
let facilityID: FacilityId
let next = 72_000_000
let fingerprints = 0
shareDesk()
beforeAll(async () => {
  admin = await desk.server.enter(companies.acme, Role.id.Admin)
  const { data } = await desk.server.call(admin, (api) => api.facilities.list({ query: {} }))
  facilityID = FacilityId.make(data[0]?.facilityID ?? 0)
})

const register = (count: number) => registerLocks(desk, (next += 1000), count)

/** Creates a job for these serial codes over the API, as the terminal does: planned, not started. */
const makeJob = async (
  serials: ReadonlyArray<string>,
  token = admin,
  source = "box.csv",
  expected = serials.length
): Promise<Job> => {
  const made = { source, expected, fingerprint: `journey-${(fingerprints += 1)}`, columns: ["serialCode"] }
  const { data: job } = await desk.server.call(token, (api) =>
    api.jobs.activate({ query: {}, payload: { ...made, facilityID } })
  )
  const rows = serials.map((serialCode, nth) => ({ row: nth + 2, serialCode, cells: [serialCode] }))
  for (let from = 0; from < rows.length; from += 1000) {
    const piece = rows.slice(from, from + 1000)
    await desk.server.call(token, (api) =>
      api.jobs.addRows({ params: { id: job.jobID }, query: {}, payload: { rows: piece } })
    )
  }
  return (await desk.server.call(token, (api) => api.jobs.plan({ params: { id: job.jobID }, query: {} }))).data
}

const visit = (path: string, role: RoleId = Role.id.Admin, more: object = {}) => desk.visit({ role, path, ...more })

describe("a job", () => {
  it("with many locks is applied by keyboard only after its count is typed", async () => {
    const serials = await register(240)
    const { jobID } = await makeJob([...serials, there.unknown])
    const visitor = await visit("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.press("g", "j")
    await visitor.sees("Jobs")
    await visitor.page.getByRole("row").nth(1).waitFor()
    await visitor.press("j", "Enter")
    await visitor.isAt(`/jobs/${jobID}`)
    await visitor.reads(/240 of 241 locks will be activated at .+; 1 would fail\. Nothing has been changed yet\./)
    // Refused until the count is typed; the attempt moves the focus to that field.
    await visitor.press("Control+Enter")
    await visitor.page.keyboard.type("24")
    await visitor.press("Enter")
    expect(await activeLocks(desk, serials)).toBe(0)
    await visitor.page.keyboard.type("0")
    await visitor.press("Enter")
    await visitor.sees("Done")
    await visitor.reads("241 of 241 rows, 240 changed, 1 failed")
    // The field with the focus is gone, and the keys continue here.
    await visitor.until("the focus at the title", visitor.page.locator("#job-now:focus").waitFor())
    expect(await activeLocks(desk, serials)).toBe(240)
  })

  it("pages through its rows, and filters failed ones with the mouse", async () => {
    const serials = await register(230)
    const { jobID } = await makeJob([...serials, "12", there.unknown])
    const visitor = await visit(`/jobs/${jobID}`)
    await visitor.reads("200 of 232 rows")
    await visitor.does("list.more").click()
    await visitor.reads("232 of 232 rows")
    await visitor.page.getByLabel("Which rows").selectOption({ label: "Rows that would fail" })
    await visitor.reads("2 of 2 rows")
    await visitor.isAt(/rows=wouldFail/)
    await visitor.page.getByRole("row").nth(1).click()
    const peek = visitor.page.getByRole("dialog", { name: "Row 232" })
    await peek.getByText("Serial Code must be 8 digits, found '12'.").waitFor()
    await peek.getByText(/^If the lock shows leading zeros, your spreadsheet dropped them/).waitFor()
    expect(await axeFindings(visitor.page)).toEqual([])
  })

  it("links back to the job list without reloading the console; / does nothing without a filter field", async () => {
    const { jobID } = await makeJob(await register(1))
    const visitor = await visit(`/jobs/${jobID}`)
    await visitor.sees("Plan")
    await visitor.page.evaluate(() => document.body.setAttribute("data-same", ""))
    await visitor.page.locator("a.back-link").click()
    await visitor.isAt("/jobs")
    await visitor.sees("Jobs")
    expect(await visitor.page.locator("body[data-same]").count()).toBe(1)
    // Until the list has loaded, its keys are kept for it.
    await visitor.page.getByRole("row").nth(1).waitFor()
    const taken = await visitor.page.evaluate(() => {
      const slash = new KeyboardEvent("keydown", { key: "/", code: "Slash", bubbles: true, cancelable: true })
      document.body.dispatchEvent(slash)
      return slash.defaultPrevented
    })
    expect(taken).toBe(false)
  })

  it("of another user shows live progress, and is found in the palette", async () => {
    const serials = await register(60)
    const { jobID } = await makeJob(serials)
    const visitor = await visit("/dashboard")
    await visitor.sees("Dashboard")
    await visitor.runs("Show a job")
    await visitor.page.keyboard.type(String(jobID))
    await visitor.press("Enter")
    await visitor.isAt(`/jobs/${jobID}`)
    await visitor.sees("Plan")
    await desk.server.call(admin, (api) => api.jobs.apply({ params: { id: jobID }, query: {} }))
    await visitor.sees("Done")
    await visitor.reads("60 of 60 rows, 60 changed")
  })

  it("is started in the palette, which says so with a link; starting it again changes nothing", async () => {
    const { jobID } = await makeJob(await register(2))
    const visitor = await visit("/dashboard")
    visitor.expects(/409/)
    await visitor.sees("Dashboard")
    const toastOf = (text: string) => visitor.page.locator("[data-toast]").filter({ hasText: text })
    const applies = async (): Promise<void> => {
      await visitor.runs("Apply a job")
      await visitor.page.keyboard.type(String(jobID))
      await visitor.press("Enter")
      await visitor.row("Yes: Apply a job").click()
    }
    await applies()
    const begun = toastOf(`Job ${jobID} has started: 2 rows`)
    await begun.getByRole("link", { name: "Open" }).click()
    await visitor.isAt(`/jobs/${jobID}`)
    await visitor.sees("Done")
    await applies()
    await toastOf(`Unchanged: job ${jobID} is already done.`).waitFor()
    expect(await visitor.page.locator("[data-toast=error]").count()).toBe(0)
  })

  it("is canceled after a confirmation; rows that haven't started stay unchanged", async () => {
    const serials = await register(2)
    const { jobID } = await makeJob(serials)
    const visitor = await visit(`/jobs/${jobID}`)
    await visitor.does("jobs.cancel").click()
    await visitor.reads(/Cancel job \d+\?/)
    await visitor.press("Escape")
    await visitor.sees("Plan")
    await visitor.does("jobs.cancel").click()
    await visitor.page.getByRole("dialog").getByRole("button", { name: "Cancel the job" }).click()
    await visitor.sees("Canceled")
    expect(await activeLocks(desk, serials)).toBe(0)
  })

  it("shows that it stopped after its lease expired, on its page and in the list, and is resumed by keys", async () => {
    const serials = await register(3)
    const { jobID } = await makeJob(serials)
    /** The state a killed server leaves. The session has ended, so no server takes the job over. */
    const killed = (seconds: number) =>
      desk.server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            UPDATE jobs SET state = 'applying', runner = 'gone', session_id = NULL,
              runs_until = now() + ${seconds}::int * interval '1 second' WHERE number = ${jobID}`
        )
      )
    await killed(600)
    const list = await visit("/jobs")
    const row = list.page.getByRole("row").filter({ hasText: "box.csv" }).first()
    await row.getByText("Running").waitFor()
    const visitor = await visit(`/jobs/${jobID}`)
    await visitor.sees("Running")
    expect(await visitor.does("jobs.resume").count()).toBe(0)
    await killed(0)
    await visitor.sees("Stopped")
    await visitor.does("jobs.resume").waitFor()
    await row.getByText("Stopped").waitFor()
    await visitor.press("Control+Enter")
    await visitor.sees("Done")
    expect(await activeLocks(desk, serials)).toBe(3)
  })

  it("is hidden from users who couldn't have created it and from other companies", async () => {
    const { jobID } = await makeJob(await register(1))
    const agent = await visit(`/jobs/${jobID}`, Role.id.CallCenterAgent)
    agent.expects(/404/)
    await agent.sees("Job not found")
    const own = await desk.server.enter(companies.acme, Role.id.CallCenterAgent)
    await desk.server.call(own, (api) =>
      api.jobs.setStatus({
        query: {},
        payload: {
          source: "calls.csv",
          fingerprint: "agents-own-1",
          secondaryLockStatus: LockStatus.id.TenantUsingLock
        }
      })
    )
    await agent.follows("/jobs")
    await agent.reads("calls.csv")
    expect(await agent.page.getByText("box.csv").count()).toBe(0)
    const stranger = await desk.nextVisit({ role: Role.id.Admin, company: companies.other, path: `/jobs/${jobID}` })
    stranger.expects(/404/)
    await stranger.sees("Job not found")
    await stranger.follows("/jobs")
    await stranger.reads("No data")
  })

  it("works on a phone, and has no axe findings in either theme", async () => {
    const { jobID } = await makeJob(["7", ...(await register(120))])
    const visitor = await visit(`/jobs/${jobID}`, Role.id.Admin, {
      viewport: { width: 360, height: 740 }
    })
    await visitor.sees("Plan")
    await visitor.reads("Serial Code must be 8 digits, found '7'.")
    expect(await unsound(visitor.page)).toEqual([])
    await visitor.follows("/jobs")
    await visitor.page.getByRole("row").nth(1).waitFor()
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("left before it started is continued or canceled on Bulk changes by its owner", async () => {
    const serials = await register(3)
    const { jobID } = await makeJob(serials, admin, "left.csv")
    const { jobID: other } = await makeJob([there.unknown], admin, "dropped.csv")
    const visitor = await visit("/locks/bulk", Role.id.Admin, { viewport: { width: 360, height: 740 } })
    await visitor.sees("Your unfinished bulk changes")
    const item = (source: string) => visitor.page.getByRole("listitem").filter({ hasText: source })
    await visitor.until("what it is", item("left.csv").getByText("3 rows, not started. Nothing was changed.").waitFor())
    expect(await unsound(visitor.page)).toEqual([])
    await item("dropped.csv")
      .getByRole("button", { name: `Cancel job ${other}` })
      .click()
    await visitor.reads(`Job ${other} is canceled`)
    await visitor.until("it to be gone", item("dropped.csv").waitFor({ state: "detached" }))
    await item("left.csv")
      .getByRole("link", { name: `Continue job ${jobID}` })
      .click()
    await visitor.isAt(`/jobs/${jobID}`)
    await visitor.reads("Nothing has been changed yet.")
    // The tab was closed while it was sending the rows.
    const { jobID: part } = await makeJob(serials, admin, "part.csv", 5)
    await visitor.goTo("/locks/bulk")
    await item("part.csv").getByText("Incomplete: only 3 of 5 rows were sent. Nothing was changed.").waitFor()
    await item("part.csv")
      .getByRole("link", { name: `Open job ${part}` })
      .click()
    await visitor.sees("Incomplete")
    await visitor.reads(
      /only 3 of 5 rows were sent\. Send the same list or file again to add the rest, or cancel the job\./
    )
    expect(await visitor.does("jobs.apply").or(visitor.does("jobs.plan")).count()).toBe(0)
    const owner = await visit("/locks/bulk", Role.id.Owner)
    await owner.sees("Bulk changes")
    await owner.settled()
    expect(await owner.page.getByText("Your unfinished bulk changes").count()).toBe(0)
  })
})

/** How many of these locks are at a facility, and how many activation records they have. */
const countsOf = (serials: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ locks: number; records: number }>`
      SELECT (SELECT count(*)::int FROM locks WHERE serial = ANY(${[...serials]}::text[]) AND facility_id IS NOT NULL) AS locks,
        (SELECT count(*)::int FROM audit_records
          WHERE action = 'locks.activate' AND subject = ANY(${[...serials]}::text[])) AS records`
  )

describe("a server killed during a job", () => {
  it(
    "loses nothing: the next server takes the job over automatically, and each row runs once",
    { timeout: 180_000 },
    async () => {
      const rows = 6000
      const storage = await openStorage(postgres)
      onTestFinished(() => storage.dispose())
      const { facilityIDs, serials } = await onStorage(storage.options, stock(rows))
      const options = { ...storage.options, ...(consoleFolder === undefined ? {} : { consoleFolder }) }
      const first = await startProcess(options)
      desk.proxy.standBefore(first.address)
      onTestFinished(() => desk.proxy.standBefore(desk.server.address))
      const client = connectClient(first.address)
      const { token } = await signIn(client, Role.id.Admin)
      const { jobID } = dataOf<Job>(
        await client.call("/api/jobs/activate", token, {
          source: "box.csv",
          fingerprint: "killed-in-the-middle",
          facilityID: facilityIDs[0]
        })
      )
      for (let from = 0; from < rows; from += 1000) {
        const piece = serials.slice(from, from + 1000).map((serialCode, nth) => ({ row: from + nth + 1, serialCode }))
        await client.call(`/api/jobs/${jobID}/rows`, token, { rows: piece })
      }
      const visitor = await desk.visit({ token, path: `/jobs/${jobID}`, fresh: true })
      visitor.expects(/ERR_/, /hub/i, /WebSocket/, /Can't reach the server/)
      await visitor.does("jobs.plan").click()
      await visitor.page.getByLabel(`Type ${countText(rows)} to confirm`).fill(countText(rows))
      await visitor.does("jobs.apply").getByText("Change 6,000 locks").waitFor()
      await visitor.press("Enter")
      const progress = visitor.page.locator(".job-progress")
      await visitor.until("rows done", progress.getByText(/^[1-9][\d,]* of/).waitFor())
      await first.end("SIGKILL")
      await client.close()
      desk.proxy.goDown()
      // Far enough ahead that the first server's lease on the job has expired.
      const second = await startProcess({ ...options, ahead: leaseMillis })
      onTestFinished(() => second.end("SIGKILL").then(() => undefined))
      desk.proxy.standBefore(second.address)
      desk.proxy.comeBack()
      await visitor.until("the end", visitor.heading("Done").waitFor({ timeout: 60_000 }))
      const all = rows.toLocaleString("en-US")
      await visitor.reads(`${all} of ${all} rows, ${all} changed`)
      await visitor.leave()
      await second.end("SIGKILL")
      const [row] = await onStorage(storage.options, countsOf(serials))
      expect(row).toEqual({ locks: rows, records: rows })
    }
  )
})
