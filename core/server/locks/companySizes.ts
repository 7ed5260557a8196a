import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LockCriteria } from "#core/locks/lockSearch.ts"

/** From how many locks on a company is large: reading all its entries of an index takes about a millisecond. */
const largeFrom = 20_000

/** Up to how many it is small: looking at each of them takes less than looking a short text up in an index of all companies' locks. */
const smallUpTo = 250

/** How many locks a company has, as far as a search depends on it. */
export type CompanySize = "small" | "middle" | "large"

const sizeOf = (locks: number): CompanySize => (locks >= largeFrom ? "large" : locks <= smallUpTo ? "small" : "middle")

/** How long what was counted is believed, in milliseconds. It decides on speed only, so it may be old. */
const keptFor = 60_000

/** Says how large a company is, for a search that depends on it; counts its locks at most once a minute. */
export const makeCompanySizes = (sql: SqlClient.SqlClient) => {
  const known = new Map<number, { readonly size: CompanySize; readonly until: number }>()
  return Effect.fnUntraced(function* (companyID: number, criteria: LockCriteria) {
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
