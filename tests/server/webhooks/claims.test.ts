import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { WebhookId } from "#core/base/ids.ts"
import { rolledBack } from "#server/db/dryRuns.ts"
import type { ServerServices } from "#server/main.ts"
import { defaultWebhookTimes } from "#server/webhooks/WebhookTimes.ts"
import { claimAfter } from "#server/webhooks/deliverMessages.ts"
import { purgeMessages } from "#server/webhooks/purgeMessages.ts"
import { homes } from "../../support/databases.ts"
import { makeCompany, userIn } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

const at = Date.parse("2026-11-02T12:00:00.000Z")
const due = new Date(at - 1000)
const earlier = new Date(at - 2000)

describe.each(homes)("leasing and deleting webhook messages, on $name", (home) => {
  let server: TestServer
  let ids = { company: 0, owner: 0 }
  beforeAll(async () => {
    // Turns off the server's own runner.
    const webhooks = { ...defaultWebhookTimes, every: Number.POSITIVE_INFINITY }
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme")
        ids = { company: companyID, owner: userIn(users, Role.id.Owner) }
        // From here on the planner knows the table as empty, as in a database that was analyzed while new.
        yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`VACUUM ANALYZE webhook_deliveries`)
      }),
      { webhooks }
    )
  })
  afterAll(() => server.close())

  /** Two endpoints with 40 messages each, visible only in the test's transaction. */
  const filled = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [first, second] = yield* sql<{ id: WebhookId }>`
      INSERT INTO webhooks (company_id, url, events, sealed, seen_seq, created_by, created_at)
      SELECT ${ids.company}, 'https://example.com/' || n, '{lock.revealed}', ''::bytea, 0, ${ids.owner}, ${due}
      FROM generate_series(1, 2) n RETURNING webhook_id AS id`
    const hooks = [WebhookId.make(first?.id ?? 0), WebhookId.make(second?.id ?? 0)] as const
    yield* sql`
      INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
      SELECT w, 'lock.revealed', '{}', ${due}, ${due} FROM generate_series(1, 40), unnest(${[...hooks]}::int[]) w`
    return hooks
  })
  const nobody = new Map<WebhookId, number>()
  const rolled = <A, E>(effect: Effect.Effect<A, E, ServerServices>) => server.sql((sql) => rolledBack(sql)(effect))

  it("uses indexes, even if its plan was made while the table was empty", async () => {
    const scans = await rolled(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const scanned = sql<{ whole: number; by: number }>`
          SELECT seq_scan AS whole, idx_scan AS by FROM pg_stat_xact_user_tables WHERE relname = 'webhook_deliveries'`
        expect(yield* claimAfter([], nobody, "test", at, defaultWebhookTimes)).toEqual([])
        yield* filled
        const [before] = yield* scanned
        const claimed = yield* claimAfter([], nobody, "test", at, defaultWebhookTimes)
        yield* claimAfter(
          claimed.map(({ id }) => id),
          nobody,
          "test",
          at,
          defaultWebhookTimes
        )
        const [after] = yield* scanned
        return { whole: (after?.whole ?? 0) - (before?.whole ?? 0), by: (after?.by ?? 0) - (before?.by ?? 0) }
      })
    )
    expect(scans.whole).toBe(0)
    expect(scans.by).toBeGreaterThan(0)
  })

  it("gives a webhook 16 at once, including those in flight, the longest due first", async () => {
    const counts = await rolled(
      Effect.gen(function* () {
        const [first, second] = yield* filled
        const busy = new Map([[first, 10]])
        const claimed = yield* claimAfter([], busy, "test", at, defaultWebhookTimes)
        const of = (webhookID: WebhookId) => claimed.filter((message) => message.webhookID === webhookID)
        const ids = of(second).map(({ id }) => id)
        expect(ids.toSorted((a, b) => a - b).at(-1)).toBeLessThan(Math.min(...ids) + 32)
        expect(claimed.every(({ attempts }) => attempts === 1)).toBe(true)
        return [of(first).length, of(second).length]
      })
    )
    expect(counts).toEqual([6, 16])
  })

  it("finds a webhook's messages behind the backlog of one with enough in flight", async () => {
    const claimed = await rolled(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second] = yield* filled
        yield* sql`
          INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
          SELECT ${first}, 'lock.revealed', '{}', ${earlier}, ${earlier} FROM generate_series(1, 500)`
        const claimed = yield* claimAfter([], new Map([[first, 16]]), "test", at, defaultWebhookTimes)
        return claimed.map(({ webhookID }) => webhookID === second)
      })
    )
    expect(claimed).toEqual(Array.from({ length: 16 }, () => true))
  })

  it("gives each webhook its first message before any its second, the longest due first", async () => {
    const claimed = await rolled(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second] = yield* filled
        // Though due longest, only one of its messages is among the first 63.
        yield* sql`UPDATE webhook_deliveries SET next_at = ${earlier} WHERE webhook_id = ${first}`
        yield* sql`
          WITH more AS (
            INSERT INTO webhooks (company_id, url, events, sealed, seen_seq, created_by, created_at)
            SELECT ${ids.company}, 'https://example.com/more/' || n, '{lock.revealed}', ''::bytea, 0, ${ids.owner}, ${due}
            FROM generate_series(1, 70) n RETURNING webhook_id)
          INSERT INTO webhook_deliveries (webhook_id, type, body, next_at, created_at)
          SELECT webhook_id, 'lock.revealed', '{}', ${due}, ${due} FROM more, generate_series(1, 2)`
        const claimed = yield* claimAfter([], new Map([[second, 1]]), "test", at, defaultWebhookTimes)
        return {
          first: claimed.filter(({ webhookID }) => webhookID === first).length,
          second: claimed.filter(({ webhookID }) => webhookID === second).length,
          webhooks: new Set(claimed.map(({ webhookID }) => webhookID)).size,
          leads: claimed[0]?.webhookID === first
        }
      })
    )
    expect(claimed).toEqual({ first: 1, second: 0, webhooks: 63, leads: true })
  })

  it("skips messages leased by another process, and records results only for its own", async () => {
    const seen = await rolled(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* filled
        const mine = yield* claimAfter([], nobody, "mine", at, defaultWebhookTimes)
        const others = yield* claimAfter(
          mine.map(({ id }) => id),
          nobody,
          "other",
          at,
          defaultWebhookTimes
        )
        const both = mine.filter(({ id }) => others.some((other) => other.id === id))
        const [sent] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = 'sent'`
        return { mine: mine.length, others: others.length, both: both.length, sent: sent?.n }
      })
    )
    expect(seen).toEqual({ mine: 32, others: 32, both: 0, sent: 0 })
  })

  it("deletes messages after two weeks, also those that wait for a paused webhook, and ends leases from before the clock was set back", async () => {
    const left = await rolled(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [paused] = yield* filled
        yield* sql`UPDATE webhooks SET is_active = false WHERE webhook_id = ${paused}`
        // The server's clock is real.
        const age = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
        yield* sql`UPDATE webhook_deliveries SET created_at = ${age(15)}`
        yield* sql`
          UPDATE webhook_deliveries SET created_at = ${age(13)} WHERE delivery_id IN (
            SELECT delivery_id FROM webhook_deliveries WHERE webhook_id = ${paused} LIMIT 3)`
        yield* sql`UPDATE webhook_deliveries SET runner = 'gone', leased_until = ${age(-1)}`
        yield* purgeMessages(defaultWebhookTimes)
        return yield* sql`SELECT webhook_id = ${paused} AS paused, state, leased_until AS lease FROM webhook_deliveries`
      })
    )
    expect(left).toEqual(Array.from({ length: 3 }, () => ({ paused: true, state: "waiting", lease: null })))
  })
})
