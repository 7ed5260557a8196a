import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import type { TierId } from "#core/companies/tiers.ts"
import { Keyring } from "../secrets/Keyring.ts"

/** A company to insert. */
export interface InsertedCompany {
  /** The id, if it was taken from the sequence before; by default the next one. */
  readonly companyID?: CompanyId
  readonly name: string
  readonly tier: TierId
  readonly paidThrough: Date | null
  readonly hideLockCodes: boolean
  readonly locksPerUnit: number
  /** Its own lock limit per facility; null uses its tier's. */
  readonly ownMaxLocks: number | null
  readonly createdAt: Date
}

/** An id that no company has or will have. */
export const nextCompanyId = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [next] = yield* sql<{ id: CompanyId }>`
    SELECT nextval(pg_get_serial_sequence('companies', 'company_id'))::int AS id`
  return next?.id ?? (yield* Effect.die(new Error("the sequence of company ids gave none")))
})

/** Inserts a company with its own data key and returns its id. */
export const insertCompany = Effect.fnUntraced(function* (company: InsertedCompany) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  // The key is bound to the id, so the id comes first; never reuse one, because its key may still be in memory.
  const id = company.companyID ?? (yield* nextCompanyId(sql))
  const key = yield* keyring.newCompanyKey(id)
  yield* sql`
    INSERT INTO companies (company_id, name, tier, paid_through, hide_lock_codes, locks_per_unit, own_max_locks,
      max_locks_per_facility, data_key, created_at)
    VALUES (${id}, ${company.name}, ${company.tier}, ${company.paidThrough}, ${company.hideLockCodes},
      ${company.locksPerUnit}, ${company.ownMaxLocks !== null}, ${company.ownMaxLocks}, ${key}, ${company.createdAt})`
  return id
})
