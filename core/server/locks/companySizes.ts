import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import type { LockCriteria } from "#core/locks/lockSearch.ts"

/** The number of locks from which a company is large: reading all its entries of an index takes about a millisecond. */
const largeFrom = 20_000

/**
 * The number of locks up to which a company is small: scanning them is faster than searching a short text in the index over all
 * companies.
 */
const smallUpTo = 250

/** The size class of a company, for choosing search plans. */
export type CompanySize = "small" | "middle" | "large"

const sizeOf = (locks: number): CompanySize => (locks >= largeFrom ? "large" : locks <= smallUpTo ? "small" : "middle")

/** How long a count is cached, in milliseconds. It affects only speed, so it may be stale. */
const keptFor = 60_000

/** Returns a company's size class for searches; counts its locks at most once a minute. */
export const makeCompanySizes = (sql: SqlClient.SqlClient) => {
  const known = new Map<CompanyId, { readonly size: CompanySize; readonly until: number }>()
  return Effect.fnUntraced(function* (companyID: CompanyId, criteria: LockCriteria) {
    if (criteria.text === undefined) return "middle"
    const now = yield* Clock.currentTimeMillis
    const kept = known.get(companyID)
    if (kept !== undefined && kept.until > now) return kept.size
    const [counted] = yield* sql<{ n: number }>`
      SELECT coalesce(sum(n), 0)::int AS n FROM lock_counts WHERE company_id = ${companyID}`
    const size = sizeOf(counted?.n ?? 0)
    known.set(companyID, { size, until: now + keptFor })
    return size
  })
}
