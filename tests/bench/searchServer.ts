/**
 * A server process of the search benchmark: `node searchServer.ts fill|fillCompanies|ours|bare FOLDER [postgres://...]`. `ours`
 * is the whole product. `bare` is node:http that sends the same precompiled SQL to the same engine through the same driver,
 * both with default settings and without session, company or rules. The user belongs to the company in BENCH_COMPANY. Prints `{
 * port, token }` in a line (and the `pid` of `ours`), and ends when its stdin closes.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Logger, Redacted, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { parseFilter, parseSort } from "#core/locks/lockSearch.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { type FoundText, maskedPage } from "#server/locks/lockSearchSql.ts"
import { planning } from "#server/db/planning.ts"
import { valueCodecs } from "#server/db/valueCodecs.ts"
import { dataLayer, type ServeOptions, startServer } from "#server/main.ts"
import { emailOf } from "../support/fixture.ts"
import { makeCompaniesData, makeSearchData, searchCompany } from "./searchData.ts"
import { searchPaths } from "./searchPaths.ts"

const [act = "", data = "", url] = process.argv.slice(2)
const size = Number(process.env["BENCH_LOCKS"] ?? 1_000_000)
const options: ServeOptions = { data, port: 0, ...(url === undefined ? {} : { databaseUrl: Redacted.make(url) }) }

const closed = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})
const say = (facts: object) => Effect.sync(() => process.stdout.write(`${JSON.stringify(facts)}\n`))

const company = process.env["BENCH_COMPANY"] ?? searchCompany

/** A token of the company's admin. */
const sessionToken = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const [user] = yield* sql<{ user_id: number }>`
    SELECT user_id FROM users WHERE email = ${emailOf(company, Role.id.Admin)}`
  return yield* sessions.create({
    userID: UserId.make(user?.user_id ?? 0),
    client: "terminal",
    remember: false,
    fromSso: false
  })
})

const ours = Effect.gen(function* () {
  let token = ""
  const { port } = yield* startServer(
    options,
    Effect.map(sessionToken, (made) => {
      token = made
    })
  )
  yield* say({ port, token, pid: process.pid })
  yield* closed
})

/** The driver with its own pool, letting PostgreSQL choose its plans. In the embedded home, its only connection. */
const bareClient = Effect.gen(function* () {
  if (url !== undefined) {
    return yield* PgClient.make({
      url: Redacted.make(url),
      types: valueCodecs,
      startupParameters: { TimeZone: "UTC" },
      maxConnections: 16
    })
  }
  const sql = yield* SqlClient.SqlClient
  for (const setting of Object.keys(planning)) yield* sql.unsafe(`SET ${setting} TO DEFAULT`)
  return sql
})

const bare = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Layer.build(Sessions.layer)
  const token = yield* Effect.provideContext(sessionToken, sessions)
  const session = yield* Context.get(sessions, Sessions).find(token, undefined)
  if (session === null) return yield* Effect.die(new Error("no session"))
  const statements = new Map(
    Object.values(searchPaths)
      .flat()
      .map((path) => {
        const asked = new URL(path, "http://localhost").searchParams
        const criteria = Result.getOrThrow(parseFilter(asked.get("filter") ?? ""))
        const sort = Result.getOrThrow(parseSort(asked.get("sort") ?? undefined))
        const query = { criteria, sort, count: 50, page: 1 }
        return [
          path,
          maskedPage(sql, session.user, query, company === searchCompany ? "large" : "small").compile()
        ] as const
      })
  )
  const run = Effect.runPromiseWith(context)
  const client = yield* bareClient
  const server = createServer((request, response) => {
    const [text, parameters] = statements.get(request.url ?? "") ?? ["SELECT 1", []]
    run(client.unsafe<FoundText>(text, parameters)).then(
      ([found]) => {
        const body = `{"success":true,"data":${found?.data},"totalCount":${found?.totalCount}}`
        response
          .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
          .end(body)
      },
      () => response.writeHead(500).end()
    )
  })
  yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  yield* say({ port: (server.address() as AddressInfo).port, token })
  yield* closed
  server.closeAllConnections()
  server.close()
}).pipe(Effect.provide(Layer.merge(dataLayer(options), Reactivity.layer)))

const makeData = act === "fillCompanies" ? makeCompaniesData(size / 1_000_000) : makeSearchData(size)
const fill = Effect.provide(makeData, dataLayer(options)).pipe(Effect.andThen(say({ filled: size })))

const program = act === "ours" ? ours : act === "bare" ? bare : fill
const quiet = Logger.layer([])
await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(quiet)))
process.exit(0)
