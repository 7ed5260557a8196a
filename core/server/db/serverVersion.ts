import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** The oldest major version of PostgreSQL that has what the migrations use, such as the collation pg_c_utf8. */
const oldestMajor = 17

/** The database server is too old. Nothing was written to the database. */
export class DatabaseTooOld extends Schema.TaggedError<DatabaseTooOld>()("DatabaseTooOld", {
  version: Schema.String
}) {
  override get message(): string {
    return `Lockdesk needs PostgreSQL ${oldestMajor} or newer. This database server has PostgreSQL ${this.version}.`
  }
}

/** The failure for a `server_version_num` such as 160004 (16.4) or 90624 (9.6.24); null if the version is supported. */
export const versionRefusal = (versionNumber: number): DatabaseTooOld | null => {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= oldestMajor) return null
  const minor = versionNumber % 10_000
  const version = major >= 10 ? `${major}.${minor}` : `${major}.${Math.floor(minor / 100)}.${minor % 100}`
  return new DatabaseTooOld({ version })
}

/** Fails if the database server is too old. */
export const checkServerVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`SELECT current_setting('server_version_num')::int AS n`
  const refusal = versionRefusal(row?.n ?? 0)
  if (refusal !== null) yield* refusal
})
