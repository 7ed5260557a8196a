import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { companies, facilityNames, fillDesk } from "../support/deskData.ts"
import { desk, shareDeskWithNewPages } from "../support/shareDesk.ts"
import type { Visitor } from "../support/Visitor.ts"
import { unsound } from "../support/unsound.ts"

const jobs = 1234
const messages = 60
/** More reports than one response holds. */
const reports = 1005

let facilityID = 0
shareDeskWithNewPages(
  {},
  Effect.gen(function* () {
    yield* fillDesk
    const sql = yield* SqlClient.SqlClient
    const [place] = yield* sql<{ company: number; facility: number; user: number }>`
      SELECT c.company_id AS company, f.facility_id AS facility, u.user_id AS "user"
      FROM companies c JOIN facilities f USING (company_id) JOIN users u USING (company_id)
      WHERE c.name = ${companies.acme} AND f.name = ${facilityNames[0]} AND u.role_id = ${Role.id.SuperAdmin}`
    if (place === undefined) throw new Error("the desk has no such facility")
    const { company, facility, user } = place
    facilityID = facility
    yield* sql`
      INSERT INTO jobs (company_id, number, user_id, kind, source, fingerprint, columns, state, created_at, updated_at)
      SELECT ${company}, n, ${user}, 'activate', 'box.csv', 'loading-' || n, '{serialCode}', 'done', now(), now()
      FROM generate_series(1, ${jobs}::int) AS n`
    yield* sql`
      INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, created_at)
      SELECT ${company}, ${user}, 'mia@example.com', 'message ' || n, ''::bytea, now()
      FROM generate_series(1, ${messages}::int) AS n`
    yield* sql`
      INSERT INTO return_reports (company_id, facility_id, user_id, recipient_id, created_at)
      SELECT ${company}, ${facility}, ${user}, ${user}, now() - n * interval '1 hour'
      FROM generate_series(1, ${reports}::int) AS n`
  })
)

const visit = (path: string) => desk.visit({ role: Role.id.SuperAdmin, path })

/** Holds calls to a path until the returned function is called. */
const hold = async ({ page }: Visitor, path: string, query?: string) => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    (url) => url.pathname === path && (query === undefined || url.searchParams.has(query)),
    async (route) => {
      await held
      await route.continue()
    }
  )
  return () => answer()
}

describe("a partially loaded list", () => {
  it.each([
    ["/jobs", "/api/jobs", "Jobs", `50 of ${jobs.toLocaleString("en-US")} jobs`, "100 of 1,234 jobs"],
    ["/outbox", "/api/outbox", "Outbox", `50 of ${messages} messages`, "60 messages"]
  ])("shows how much is loaded and what is loading: %s", async (path, call, name, first, then) => {
    const visitor = await visit(path)
    await visitor.reads(first)
    const grid = visitor.page.getByRole("grid", { name })
    expect(await grid.getAttribute("aria-busy")).toBe("false")
    const answer = await hold(visitor, call, "from")
    await visitor.does("list.more").click()
    await visitor.reads(`Loading… ${first}`)
    expect(await grid.getAttribute("aria-busy")).toBe("true")
    answer()
    await visitor.reads(then)
    await expect.poll(() => grid.getAttribute("aria-busy")).toBe("false")
    expect(await unsound(visitor.page)).toEqual([])
  })

  it("shows the last page for a page past the end, before all locks are loaded too", async () => {
    const visitor = await desk.visit({ role: Role.id.SuperAdmin, fresh: true })
    const answer = await hold(visitor, "/api/locks/whole")
    await visitor.goTo("/locks/manage_locks?page=99")
    await visitor.reads("301–305 of 305")
    const rows = visitor.page.locator(".list-rows [role=row]").filter({ hasText: /\d{4}/ })
    await expect.poll(() => rows.count()).toBe(5)
    const listed = await rows.allInnerTexts()
    // The rows of another page arrive later. No blank row stays in their place.
    for (const [key, page, count] of [
      ["Home", "1–10", 10],
      ["End", "301–305", 5]
    ] as const) {
      await visitor.press(key)
      await visitor.reads(`${page} of 305`)
      await expect.poll(() => rows.count()).toBe(count)
      expect(await visitor.page.locator(".list-rows .list-row").count()).toBe(count)
    }
    answer()
    await visitor.synced()
    await visitor.reads("301–305 of 305")
    expect(await rows.allInnerTexts()).toEqual(listed)
  })

  it("keeps its buttons in place when its rows arrive", async () => {
    const visitor = await desk.visit({ role: Role.id.SuperAdmin, fresh: true })
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    const answers = [await hold(visitor, "/api/locks/whole"), await hold(visitor, "/api/locks/search")]
    await visitor.goTo("/locks/manage_locks")
    await visitor.page.locator(".list-loading").waitFor()
    const place = () => visitor.does("list.columns").boundingBox()
    const before = await place()
    for (const answer of answers) answer()
    await visitor.reads("1–10 of 305")
    expect(await place()).toEqual(before)
  })

  it("includes every report of a facility, even beyond one response", async () => {
    const visitor = await visit(`/locks/process_returned?facilityID=${facilityID}&report=history`)
    const choice = visitor.page.getByLabel("Past report")
    await choice.waitFor()
    expect(await choice.locator("option").count()).toBe(reports)
  })

  it("moves nothing below a list when its rows arrive", async () => {
    const visitor = await visit("/dashboard")
    await visitor.page.setViewportSize({ width: 390, height: 844 })
    await visitor.page.addInitScript(() => {
      const moved: Array<string> = []
      Object.assign(globalThis, { __moved: moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as unknown as { readonly sources: ReadonlyArray<{ readonly node: Element | null }> }
          moved.push(...sources.map(({ node }) => node?.className ?? ""))
        }
      }).observe({ type: "layout-shift", buffered: true })
    })
    for (const [path, last] of [
      [`/locks/process_returned?facilityID=${facilityID}`, ".return-send"],
      ["/facilities", ".facility-add"]
    ] as const) {
      await visitor.page.goto(new URL(path, visitor.page.url()).href)
      await visitor.page.locator(last).waitFor()
      await visitor.settled()
      const moved = await visitor.page.evaluate(
        () => (globalThis as unknown as { readonly __moved: ReadonlyArray<string> }).__moved
      )
      expect(moved, path).toEqual([])
    }
  })

  it("doesn't call a table empty while the facilities are still loading", async () => {
    const visitor = await visit("/locks/manage_locks")
    const answer = await hold(visitor, "/api/facilities")
    await visitor.page.reload()
    await visitor.goTo("/dashboard")
    await visitor.page.locator(".fms .fms-empty").waitFor()
    expect(await visitor.page.locator(".fms").innerText()).not.toContain("No facilities are connected")
    answer()
    await visitor.reads(/No facilities are connected/)
  })
})
