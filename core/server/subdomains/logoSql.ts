import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Deletes an image that no subdomain uses any more. Runs under the company's write lock, so that no one can start using it at
 * the same time.
 */
export const dropUnusedLogo = (sql: SqlClient.SqlClient, name: string | null) =>
  name === null
    ? Effect.void
    : Effect.asVoid(sql`
        DELETE FROM logo_images WHERE name = ${name} AND NOT EXISTS (SELECT FROM subdomains WHERE logo = ${name})`)
