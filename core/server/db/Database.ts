import { PgClient } from "@effect/sql-pg"
import { Cause, Effect, type Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isDatabaseUnavailable, type DataFolderInUse, type EmbeddedDatabaseFailed } from "./databaseErrors.ts"
import { makeEmbedded } from "./embeddedHome.ts"
import { makeServer } from "./serverHome.ts"

/** The location of the data. Both kinds speak PostgreSQL's dialect. */
export type DatabaseConfig =
  /** In this process, with files in `folder`: the default. One server process per folder. */
  | { readonly kind: "embedded"; readonly folder: string }
  /** On a PostgreSQL server, if one machine is not enough; several server processes may share it. */
  | {
      readonly kind: "server"
      readonly url: Redacted.Redacted
      /** The maximum number of connections of this process; 10 by default. */
      readonly maxConnections?: number
    }

/**
 * The database as `PgClient` and `SqlClient`.
 *
 * If it is embedded, the layer fails with `DataFolderInUse` or `EmbeddedDatabaseFailed`. With a server it builds without
 * connecting, so that Lockdesk can start before PostgreSQL; queries fail until it is there. A query the database could not take
 * fails with a `SqlError` for which `isDatabaseUnavailable` is true, and works again as soon as the database does.
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
 * If the connection is lost in a transaction, the driver's ROLLBACK fails too, and reports a defect instead of the failure.
 * This restores the failure, so that `isDatabaseUnavailable` covers both.
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
