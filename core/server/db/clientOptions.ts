import type { PgClient } from "@effect/sql-pg"
import { planning } from "./planning.ts"
import { valueCodecs } from "./valueCodecs.ts"

/** Options for both kinds of database. */
export const clientOptions = {
  applicationName: "lockdesk",
  types: valueCodecs,
  // The embedded engine runs in UTC; dates and day boundaries must be the same with a server.
  startupParameters: { TimeZone: "UTC", ...planning }
} satisfies PgClient.PgPoolConfig
