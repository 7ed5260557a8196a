import type { PgClient } from "@effect/sql-pg"
import { planning } from "./planning.ts"
import { valueCodecs } from "./valueCodecs.ts"

/** What both homes have in common. */
export const clientOptions = {
  applicationName: "lockdesk",
  types: valueCodecs,
  // The embedded engine runs in UTC; dates and day boundaries must not depend on the home.
  startupParameters: { TimeZone: "UTC", ...planning }
} satisfies PgClient.PgPoolConfig
