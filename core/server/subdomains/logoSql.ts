import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Forgets an image that no subdomain has any more. A turn of its company keeps others from taking it up meanwhile. */
export const dropUnusedLogo = (sql: SqlClient.SqlClient, name: string | null) =>
  name === null
    ? Effect.void
    : Effect.asVoid(sql`
        DELETE FROM logo_images WHERE name = ${name} AND NOT EXISTS (SELECT FROM subdomains WHERE logo = ${name})`)
