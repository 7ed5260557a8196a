/**
 * A server process of the company benchmark: `node companyServer.ts fill|ours|bare FOLDER [postgres://...]`. `fill` creates a
 * company of 10,000 users and 5,000 facilities. `ours` is the whole product with that company, which can send webhooks to the
 * receiver in BENCH_RECEIVER. `bare` is node:http with one durable insert per request. Each prints a line of JSON when it is
 * ready, and ends when its stdin closes.
 */
import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { CompanyId, UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { dataLayer, type ServeOptions, startServer } from "#server/main.ts"
import { emailOf, makeCompany, makeFacility, makeLocks } from "../support/fixture.ts"
import { wide } from "../support/testServer.ts"
import { bareInserts } from "./bareInserts.ts"

const [act = "", data = "", url] = process.argv.slice(2)
const receiver = process.env["BENCH_RECEIVER"]
const options: ServeOptions = {
  data,
  port: 0,
  limits: wide,
  ...(url === undefined ? {} : { databaseUrl: Redacted.make(url) }),
  ...(receiver === undefined ? {} : { fms: { privateHosts: [receiver] } })
}

/** The size of the company. */
export const companySize = { users: 10_000, facilities: 5_000, locks: 256 } as const

/** What a client of `ours` needs to know. */
export interface CompanyFacts {
  readonly port: number
  readonly token: string
  readonly companyID: number
  /** A user who can be edited. */
  readonly userID: number
  readonly serials: ReadonlyArray<string>
}

const company = "bench"
const serialAt = (nth: number): string => String(30_000_000 + nth)

const closed = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})
const say = (facts: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(facts)}\n`))

const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { companyID } = yield* makeCompany(company)
  const facilityID = yield* makeFacility(companyID, "Maple St")
  yield* sql`
    INSERT INTO users (company_id, email, first_name, last_name, role_id, password_hash, created_at)
    SELECT ${companyID}, 'person' || n || '@bench.example.com', 'Person', n::text, ${Role.id.Personnel}, '', now()
    FROM generate_series(1, ${companySize.users}::int) n`
  yield* sql`
    INSERT INTO facilities (company_id, name, state, created_at)
    SELECT ${companyID}, 'Place ' || n, 'TX', now() FROM generate_series(1, ${companySize.facilities}::int) n`
  yield* makeLocks(
    Array.from({ length: companySize.locks }, (_, nth) => ({
      companyID,
      facilityID,
      serial: serialAt(nth),
      code: "0042",
      status: LockStatus.id.Available
    }))
  )
  yield* sql`CREATE TABLE bare_insert (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, note text)`
  yield* sql`VACUUM ANALYZE`
  yield* sql`CHECKPOINT`
  yield* say({ filled: companySize })
})

const facts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const [owner] = yield* sql<{ user_id: UserId; company_id: CompanyId }>`
    SELECT user_id, company_id FROM users WHERE email = ${emailOf(company, Role.id.Owner)}`
  const [person] = yield* sql<{ user_id: UserId }>`SELECT user_id FROM users WHERE email = 'person1@bench.example.com'`
  const asked = {
    userID: UserId.make(owner?.user_id ?? 0),
    client: "terminal",
    remember: false,
    fromSso: false
  } as const
  return {
    token: yield* sessions.create(asked),
    companyID: owner?.company_id ?? 0,
    userID: person?.user_id ?? 0,
    serials: Array.from({ length: companySize.locks }, (_, nth) => serialAt(nth))
  }
})

const ours = Effect.gen(function* () {
  let found: Omit<CompanyFacts, "port"> | null = null
  const { port } = yield* startServer(
    options,
    Effect.map(facts, (made) => {
      found = made
    })
  )
  yield* say({ ...Object(found), port })
  yield* closed
})

const bare = bareInserts(say, closed).pipe(Effect.provide(dataLayer(options)))

const program = act === "ours" ? ours : act === "bare" ? bare : Effect.provide(fill, dataLayer(options))
await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(Logger.layer([]))))
process.exit(0)
