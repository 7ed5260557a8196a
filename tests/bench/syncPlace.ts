import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Browser, CDPSession, Page } from "playwright-core"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, type LockId } from "#core/base/ids.ts"
import { LiveEvents } from "#server/live/LiveEvents.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { freshHome } from "../web/support/freshHome.ts"
import { launchChromium } from "../web/support/launchChromium.ts"
import { makeSearchData, searchCompany } from "./searchData.ts"

const root = join(import.meta.dirname, "../..")

/** A console page with its CDP session. */
export interface SyncPage {
  readonly page: Page
  readonly session: CDPSession
}

/** A server with this many locks, which the benchmark can change, and a browser. */
export interface SyncPlace {
  readonly token: string
  /** Changes locks as the server does, and sends the events. */
  readonly change: (count: number) => Promise<void>
  /** A signed-in browser context with nothing loaded. */
  readonly open: () => Promise<SyncPage>
}

const changeLocks = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ lock_id: LockId; company_id: CompanyId }>`
      UPDATE locks SET unit = 'changed', updated_at = ${new Date(performance.timeOrigin + performance.now())}
      WHERE lock_id IN (SELECT lock_id FROM locks ORDER BY serial LIMIT ${count}) RETURNING lock_id, company_id`
    const live = yield* LiveEvents
    const lockIDs = rows.map(({ lock_id: lockID }) => lockID)
    yield* live.tell(CompanyId.make(rows[0]?.company_id ?? 0), { event: "updateLock", lockIDs })
  })

const openPage = async (browser: Browser, { address: origin }: TestServer, token: string): Promise<SyncPage> => {
  const localStorage = Object.entries({ authorization: token, remember: "yes" }).map(([name, value]) => ({
    name,
    value
  }))
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] }
  })
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page) }
}

/** Builds the console, fills a server with `size` locks, runs `use` on it, and cleans up. */
export const atSyncPlace = async <A>(size: number, use: (place: SyncPlace) => Promise<A>): Promise<A> => {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/buildWeb.ts"), "--if-stale"], { cwd: root })
  if (status !== 0) throw new Error("the console could not be built")
  const server = await startTestServer(freshHome, makeSearchData(size))
  try {
    const browser = await launchChromium()
    try {
      const token = await server.enter(searchCompany, Role.id.Admin)
      return await use({
        token,
        change: (count) => server.run(changeLocks(count)),
        open: () => openPage(browser, server, token)
      })
    } finally {
      await browser.close()
    }
  } finally {
    await server.close()
  }
}
