import { statfs } from "node:fs/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "../audit/Audit.ts"
import { Settings } from "../Settings.ts"

/** Dependencies that can be missing. */
export type Lacking = "database" | "audit" | "disk"

/** One segment of PostgreSQL's log: with less free space, the embedded database stops when it needs the next one. */
const leastFreeBytes = 16 * 1024 * 1024

const lacks =
  (what: Lacking) =>
  <A>(check: Effect.Effect<A, unknown>): Effect.Effect<void, Lacking> =>
    Effect.matchEffect(Effect.timeout(check, "5 seconds"), {
      onSuccess: () => Effect.void,
      onFailure: (error) => Effect.andThen(Effect.logWarning("Not ready", error), Effect.fail(what))
    })

/**
 * Whether calls can be answered: the database responds, audit records are witnessed, and the data folder's disk has space. On a
 * full disk data can still be read, but changes and reveals are refused.
 */
export const readiness = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const { dataFolder } = yield* Settings
  const room = Effect.tryPromise(() => statfs(dataFolder)).pipe(
    Effect.filterOrFail(
      ({ bavail, bsize }) => bavail * bsize >= leastFreeBytes,
      ({ bavail, bsize }) => `${bavail * bsize} bytes are free where the data folder is`
    )
  )
  return Effect.all([sql`SELECT 1`.pipe(lacks("database")), audit.check.pipe(lacks("audit")), room.pipe(lacks("disk"))])
})
