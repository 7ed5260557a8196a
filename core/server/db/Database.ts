import { PgClient } from "@effect/sql-pg"
import { Cause, Effect, type Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isDatabaseUnavailable, type DataFolderInUse, type EmbeddedDatabaseFailed } from "./databaseErrors.ts"
import { makeEmbedded } from "./embeddedHome.ts"
import { makeServer } from "./serverHome.ts"

/** Where the data lives. One dialect, PostgreSQL, in both. */
export type DatabaseConfig =
  /** In this process, files in `folder`: the default. One server process per folder. */
  | { readonly kind: "embedded"; readonly folder: string }
  /** On a PostgreSQL server, for when one machine is outgrown; many server processes may share it. */
  | {
      readonly kind: "server"
      readonly url: Redacted.Redacted
      /** Connections this process opens at most; 10 when absent. */
      readonly maxConnections?: number
    }

/**
 * The database as `PgClient` and `SqlClient`.
 *
 * Embedded, the layer fails with `DataFolderInUse` or `EmbeddedDatabaseFailed`; with a server it builds without
 * connecting, so that Lockdesk can start before PostgreSQL does, and the first query fails while that is away. A query
 * that the database could not take fails with a `SqlError` for which `isDatabaseUnavailable` is true, and works again
 * as soon as the database does.
 */
export const Database = {
  layer: (
    config: DatabaseConfig
  ): Layer.Layer<PgClient.PgClient | SqlClient, SqlError | DataFolderInUse | EmbeddedDatabaseFailed> =>
    PgClient.layerFrom(
      Effect.map(
        config.kind === "embedded" ? makeEmbedded(config.folder) : makeServer(config.url, config.maxConnections ?? 10),
        failWhenLost
      )
    )
} as const

/**
 * When the database goes away in a transaction, the driver's ROLLBACK fails as well, and that it reports as a defect in
 * place of the failure. Here it is the failure again, so that one question, `isDatabaseUnavailable`, covers it.
 */
const failWhenLost = (client: PgClient.PgClient): PgClient.PgClient => {
  const run = client.withTransaction
  const withTransaction: PgClient.PgClient["withTransaction"] = (body) =>
    Effect.catchCause(run(body), (cause) => {
      if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
      const lost = cause.reasons.map((reason) => (Cause.isDieReason(reason) ? reason.defect : undefined)).find(isAway)
      return lost === undefined ? Effect.failCause(cause) : Effect.fail(lost)
    })
  return Object.assign(client, { withTransaction })
}

const isAway = (defect: unknown): defect is SqlError => isSqlError(defect) && isDatabaseUnavailable(defect)
