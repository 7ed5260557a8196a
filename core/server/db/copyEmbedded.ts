import { Effect, Layer, type Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Database, type DatabaseConfig } from "./Database.ts"
import { migrate } from "./migrations.ts"

/** The embedded database was not copied. Nothing was written to either database. */
export class NotCopied extends Schema.TaggedError<NotCopied>()("NotCopied", { reason: Schema.String }) {
  override get message(): string {
    return `The embedded database was not copied: ${this.reason}`
  }
}

/** How much to read at once, at most. A row of an image table has megabytes. */
const rowsAtOnce = 1_000
const bytesAtOnce = 2 * 1024 * 1024

interface Table {
  readonly name: string
  readonly columns: string
}

const schema = "current_schema()::text::regnamespace"

/** The tables of a client's schema. That of the migrations stays as it is in each database. */
const tablesOf = (sql: SqlClient.SqlClient) =>
  sql.unsafe<Table>(`
    SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = ${schema} AND c.relname <> 'migration' GROUP BY c.relname ORDER BY c.relname`)

/**
 * Whether a database already has everything of another: the last record of each company's audit log, which contains the hash of
 * all records before it.
 */
const hasHeads = Effect.fnUntraced(function* (to: SqlClient.SqlClient, heads: ReadonlyArray<Head>) {
  const [found] = yield* to<{ readonly all: boolean }>`
    SELECT bool_and(EXISTS (SELECT FROM audit_records r WHERE r.company_id = (h->>'id')::int AND r.seq = (h->>'seq')::int8
      AND encode(r.hash, 'hex') = h->>'hash')) AS all
    FROM json_array_elements(${JSON.stringify(heads)}::text::json) h`
  return found?.all === true
})

interface Head {
  readonly id: number
  readonly seq: number
  readonly hash: string
}

const companies = (sql: SqlClient.SqlClient) =>
  Effect.map(sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM companies`, ([row]) => row?.n ?? 0)

/** Copies the rows of a table, as JSON: every type that tables here have is the same after it. Returns how many. */
const copyTable = Effect.fnUntraced(function* (
  from: SqlClient.SqlClient,
  to: SqlClient.SqlClient,
  { name, columns }: Table
) {
  const [size] = yield* from.unsafe<{ readonly n: number; readonly bytes: number }>(
    `SELECT count(*)::int AS n, pg_total_relation_size('${name}')::int8 AS bytes FROM ${name}`
  )
  const { n = 0, bytes = 0 } = size ?? {}
  if (n === 0) return 0
  const atOnce = Math.max(1, Math.min(rowsAtOnce, Math.floor(bytesAtOnce / (bytes / n))))
  yield* from.unsafe(`DECLARE kept NO SCROLL CURSOR FOR SELECT to_json(t)::text AS line FROM ${name} t`)
  let copied = 0
  for (;;) {
    const rows = yield* from.unsafe<{ readonly line: string }>(`FETCH ${atOnce} FROM kept`)
    if (rows.length === 0) break
    yield* to.unsafe(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
        SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::text::json)`,
      [`[${rows.map(({ line }) => line).join(",")}]`]
    )
    copied += rows.length
  }
  yield* from.unsafe("CLOSE kept")
  return copied
})

/** Copies where each sequence stands, so that no id is given out twice. */
const copySequences = Effect.fnUntraced(function* (from: SqlClient.SqlClient, to: SqlClient.SqlClient) {
  const sequences = yield* from.unsafe<{ readonly name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = ${schema}`
  )
  for (const { name } of sequences) {
    const [at] = yield* from.unsafe<{ readonly last: number; readonly used: boolean }>(
      `SELECT last_value AS last, is_called AS used FROM ${name}`
    )
    if (at !== undefined) yield* to`SELECT setval(${name}::text::regclass, ${at.last}::int8, ${at.used})`
  }
})

/** Runs an effect without the tables' triggers and foreign keys, and checks all keys afterwards, in one pass each. */
const withoutChecks = <A, E, R>(
  to: SqlClient.SqlClient,
  tables: ReadonlyArray<Table>,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const keys = yield* to.unsafe<{ readonly of: string; readonly name: string; readonly definition: string }>(`
      SELECT conrelid::regclass::text AS of, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE contype = 'f' AND connamespace = ${schema}`)
    for (const { of, name } of keys) yield* to.unsafe(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`)
    for (const { name } of tables) yield* to.unsafe(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    const done = yield* effect
    for (const { name } of tables) yield* to.unsafe(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    for (const { of, name, definition } of keys)
      yield* to.unsafe(`ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`)
    return done
  })

const copyAll = Effect.fnUntraced(function* (from: SqlClient.SqlClient, to: SqlClient.SqlClient) {
  const tables = yield* tablesOf(from)
  const copy = Effect.gen(function* () {
    // Migrations leave rows in some.
    yield* to.unsafe(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`)
    let rows = 0
    for (const table of tables) rows += yield* copyTable(from, to, table)
    yield* copySequences(from, to)
    return rows
  })
  const rows = yield* to.withTransaction(withoutChecks(to, tables, from.withTransaction(copy)))
  yield* to.unsafe("ANALYZE")
  return rows
})

/**
 * Copies the embedded database of a data folder to an empty PostgreSQL database, all or nothing, and leaves the embedded one as it
 * is. Does nothing if that was done before. Fails with `NotCopied` if there is nothing to copy, or the database has other data.
 */
export const copyEmbedded = (folder: string, url: Redacted.Redacted) =>
  Effect.gen(function* () {
    if (!existsSync(join(folder, "database"))) {
      return yield* new NotCopied({ reason: `there is none in ${folder}.` })
    }
    const opened = (config: DatabaseConfig) =>
      Effect.flatMap(Layer.build(Database.layer(config)), (context) =>
        Effect.andThen(migrate, SqlClient.SqlClient).pipe(Effect.provideContext(context))
      )
    const from = yield* opened({ kind: "embedded", folder })
    const to = yield* opened({ kind: "server", url })
    if ((yield* companies(from)) === 0) return yield* new NotCopied({ reason: `the one in ${folder} is empty.` })
    if ((yield* companies(to)) > 0) {
      const heads = yield* from<Head>`SELECT company_id AS id, seq, encode(hash, 'hex') AS hash FROM audit_heads`
      if (yield* hasHeads(to, heads)) {
        return yield* Effect.logInfo(
          "The embedded database was copied before. Start without --from-embedded from now on."
        )
      }
      return yield* new NotCopied({ reason: "the PostgreSQL database is not empty, and not a copy of it." })
    }
    yield* Effect.logInfo(`Copying the embedded database in ${folder} to PostgreSQL ...`)
    const rows = yield* copyAll(from, to)
    yield* Effect.logInfo(`Copied ${rows} rows from the embedded database in ${folder}, which is unchanged.`)
  }).pipe(Effect.scoped)
