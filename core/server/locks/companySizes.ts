import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LockCriteria } from "#core/locks/lockSearch.ts"

/** From how many locks on a company is large: reading all its entries of an index takes about a millisecond. */
const largeFrom = 20_000

/** How long what was counted is believed, in milliseconds. It decides on speed only, so it may be old. */
const keptFor = 60_000

/** Says whether a company is large, for a search that depends on it; counts its locks at most once a minute. */
export const makeCompanySizes = (sql: SqlClient.SqlClient) => {
  const known = new Map<number, { readonly large: boolean; readonly until: number }>()
  return Effect.fnUntraced(function* (companyID: number, criteria: LockCriteria) {
    if (criteria.text === undefined) return false
    const now = yield* Clock.currentTimeMillis
    const kept = known.get(companyID)
    if (kept !== undefined && kept.until > now) return kept.large
    const [counted] = yield* sql<{ n: number }>`
      SELECT coalesce(sum(n), 0)::int AS n FROM lock_counts WHERE company_id = ${companyID}`
    const large = (counted?.n ?? 0) >= largeFrom
    known.set(companyID, { large, until: now + keptFor })
    return large
  })
}
