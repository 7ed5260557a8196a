import type { DurablePglite } from "./durablePglite.ts"
import { firstError, simpleQuery } from "./wireMessages.ts"

/**
 * Commits a record that leaves no data behind and checks that it was synced to disk. Throws if not: a server that answers
 * "saved" before the data is on disk must not start.
 *
 * `pg_logical_emit_message(true, ...)` takes a transaction id and writes to the log, so its commit is a real one.
 */
export const proveDurable = (engine: Pick<DurablePglite, "execute" | "syncs">): void => {
  const before = engine.syncs()
  const failure = firstError(engine.execute(simpleQuery("SELECT pg_logical_emit_message(true, 'lockdesk', 'canary')")))
  if (failure !== undefined) throw new Error(`the test commit at start-up failed: ${failure}`)
  if (engine.syncs() === before) {
    throw new Error(
      "a test commit was acknowledged without being written through to the disk, so a power cut would lose data; " +
        "this happens when the installed @electric-sql/pglite is not the exact version named in package.json"
    )
  }
}
