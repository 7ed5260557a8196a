import { describe, expect, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { OneTimeLinks } from "#server/auth/OneTimeLinks.ts"
import { purgeExpired, purgeLayer } from "#server/auth/purgeExpired.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { usualHomes } from "../../support/databases.ts"

const day = 24 * 60

/** A user who can have sessions, links and mail. */
const makePerson = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [company] = yield* sql<{ id: CompanyId }>`
    INSERT INTO companies (name, data_key, created_at) VALUES ('acme', '', now()) RETURNING company_id AS id`
  const [user] = yield* sql<{ id: UserId }>`
    INSERT INTO users (company_id, email, first_name, last_name, role_id, created_at)
    VALUES (${company?.id ?? 0}, 'ann@example.com', 'Ann', 'Person', 4, now()) RETURNING user_id AS id`
  return { companyID: CompanyId.make(company?.id ?? 0), userID: UserId.make(user?.id ?? 0) }
})

const addMail = Effect.fnUntraced(function* ({ companyID, userID }: { companyID: CompanyId; userID: UserId }) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* sql`INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, created_at)
    VALUES (${companyID}, ${userID}, 'ann@example.com', 'Hello', '', ${at})`
})

/** The number of sessions, links and emails. */
const counts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ sessions: number; links: number; mail: number }>`
    SELECT (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM one_time_links) AS links,
      (SELECT count(*)::int FROM outbox) AS mail`
  return row
})

describe.each(usualHomes)("ended sessions, links and mail, on $name,", (home) => {
  const services = Layer.mergeAll(Sessions.layer, OneTimeLinks.layer).pipe(Layer.provideMerge(home.layer))

  layer(services)((it) => {
    it.effect("are deleted a day after their end (mail after thirty); others stay", () =>
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const links = yield* OneTimeLinks
        const person = yield* makePerson
        const { userID } = person
        const session = { userID, client: "web", remember: false, fromSso: false } as const
        yield* TestClock.setTime(Date.UTC(2026, 0, 1))
        const short = yield* sessions.create(session)
        const signedOut = yield* sessions.create(session)
        const remembered = yield* sessions.create({ ...session, remember: true })
        const used = yield* links.create(userID, "sign-in")
        yield* links.use(used, ["sign-in"])
        yield* links.create(userID, "set-password")
        const first = yield* links.create(userID, "first-password")
        yield* addMail(person)
        const found = yield* sessions.find(signedOut, undefined)
        yield* sessions.end(found?.sessionId ?? "")
        const after = Effect.fnUntraced(function* (minutes: number) {
          yield* TestClock.adjust(`${minutes} minutes`)
          const deleted = yield* purgeExpired
          return { deleted, ...(yield* counts) }
        })
        expect(yield* after(0)).toEqual({ deleted: 0, sessions: 3, links: 3, mail: 1 })
        expect(yield* after(day)).toEqual({ deleted: 0, sessions: 3, links: 3, mail: 1 })
        // The signed-out session and the used link go first; the one-day session and link have only just expired.
        expect(yield* after(1)).toEqual({ deleted: 2, sessions: 2, links: 2, mail: 1 })
        expect(yield* after(30)).toEqual({ deleted: 1, sessions: 2, links: 1, mail: 1 })
        expect(yield* after(day)).toEqual({ deleted: 2, sessions: 1, links: 0, mail: 1 })
        expect(yield* sessions.find(short, undefined)).toBeNull()
        expect((yield* Effect.flip(links.use(first, ["first-password"])))._tag).toBe("LinkExpired")
        expect((yield* sessions.find(remembered, undefined))?.user.userID).toBe(userID)
        expect(yield* after(28 * day)).toEqual({ deleted: 1, sessions: 1, links: 0, mail: 0 })
        expect(yield* after(day)).toEqual({ deleted: 1, sessions: 0, links: 0, mail: 0 })
      })
    )
  })

  layer(services)((it) => {
    it.effect("are deleted every hour, however many there are", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { userID } = yield* makePerson
        yield* TestClock.setTime(Date.UTC(2026, 0, 1))
        yield* sql`
          INSERT INTO one_time_links SELECT int4send(n), 'sign-in', ${userID}, '2025-12-31T00:30:00Z', NULL
          FROM generate_series(1, 1234) n`
        yield* Layer.build(purgeLayer)
        const links = Effect.map(counts, (row) => row?.links)
        // Not expired for a day at the start, but at a later round. Each round starts when the previous one is done.
        yield* TestClock.adjust("29 minutes")
        expect(yield* links).toBe(1234)
        const later = Effect.andThen(TestClock.adjust("1 hour"), links)
        expect(yield* Effect.repeat(later, { until: (left) => left === 0, times: 200 })).toBe(0)
        yield* sql`
          INSERT INTO one_time_links SELECT int4send(n), 'sign-in', ${userID}, '2025-12-30T00:00:00Z', NULL
          FROM generate_series(1, 1000) n`
        expect(yield* purgeExpired).toBe(1000)
      })
    )
  })
})
