/**
 * A server process of the write benchmark: `node writesServer.ts fill|ours|bare FOLDER [postgres://...]`. `ours` is the whole
 * product with the companies that `fill` created. `bare` is node:http with one durable insert per request, through the same
 * driver to the same engine. Both print a line of JSON when they listen, and end when their stdin closes.
 */
import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { type CompanyId, UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { dataLayer, type ServeOptions, startServer } from "#server/main.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import { emailOf } from "../support/fixture.ts"
import { wide } from "../support/testServer.ts"
import { bareInserts } from "./bareInserts.ts"
import { makeCompaniesData, searchCompanies } from "./searchData.ts"

const [act = "", data = "", url] = process.argv.slice(2)
const size = Number(process.env["BENCH_LOCKS"] ?? 1_000_000)
const options: ServeOptions = {
  data,
  port: 0,
  limits: wide,
  ...(url === undefined ? {} : { databaseUrl: Redacted.make(url) })
}
/** Locks of each company that are changed and revealed. */
const used = 256

/** A company to write to. */
export interface WritingCompany {
  readonly token: string
  readonly locks: ReadonlyArray<{ readonly lockID: number; readonly serial: string }>
}

const closed = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})
const say = (facts: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(facts)}\n`))

const usedLocks = (company: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ lock_id: number; company_id: CompanyId; serial: string }>`
      SELECT lock_id, company_id, serial FROM locks
      WHERE company_id = (SELECT company_id FROM companies WHERE name = ${company}) ORDER BY serial LIMIT ${used}`
  )

/** Puts the used locks of every company into a state in which they can be revealed and changed. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  yield* makeCompaniesData(size / 1_000_000)
  for (const company of searchCompanies) {
    for (const { lock_id, company_id, serial } of yield* usedLocks(company)) {
      const sealed = yield* keyring.sealCode({ companyID: company_id, serial, version: 1 }, "0042")
      yield* sql`UPDATE locks SET sealed = ${sealed}, status = ${LockStatus.id.Available}, unit = NULL WHERE lock_id = ${lock_id}`
    }
  }
  yield* sql`CREATE TABLE bare_insert (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, note text)`
  yield* sql`VACUUM ANALYZE locks`
  yield* sql`CHECKPOINT`
  yield* say({ filled: size })
})

/** A signed-in admin of each company, and its locks. */
const writingCompanies = Effect.forEach(searchCompanies, (company) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions
    const [user] = yield* sql<{ user_id: number }>`
      SELECT user_id FROM users WHERE email = ${emailOf(company, Role.id.Admin)}`
    const asked = {
      userID: UserId.make(user?.user_id ?? 0),
      client: "terminal",
      remember: false,
      fromSso: false
    } as const
    const token = yield* sessions.create(asked)
    const locks = yield* usedLocks(company)
    return { token, locks: locks.map(({ lock_id: lockID, serial }) => ({ lockID, serial })) }
  })
)

const ours = Effect.gen(function* () {
  let companies: ReadonlyArray<WritingCompany> = []
  const { port } = yield* startServer(
    options,
    Effect.map(writingCompanies, (made) => {
      companies = made
    })
  )
  yield* say({ port, companies })
  yield* closed
})

const bare = bareInserts(say, closed).pipe(Effect.provide(dataLayer(options)))

const program = act === "ours" ? ours : act === "bare" ? bare : Effect.provide(fill, dataLayer(options))
const quiet = Logger.layer([])
await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(quiet)))
process.exit(0)
