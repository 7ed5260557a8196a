import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TierId } from "#core/companies/tiers.ts"
import { Keyring } from "../secrets/Keyring.ts"

/** A company about to be made. */
export interface InsertedCompany {
  /** Where it was taken from the sequence before; the next one without it. */
  readonly companyID?: number
  readonly name: string
  readonly tier: TierId
  readonly paidThrough: Date | null
  readonly hideLockCodes: boolean
  readonly locksPerUnit: number
  /** Its own figure for locks per facility; null where its tier's holds. */
  readonly ownMaxLocks: number | null
  readonly createdAt: Date
}

/** An id that no company has had, nor will have. */
export const nextCompanyId = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [next] = yield* sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('companies', 'company_id'))::int AS id`
  return next?.id ?? (yield* Effect.die(new Error("the sequence of company ids gave none")))
})

/** Makes a company with a data key of its own and returns its id. */
export const insertCompany = Effect.fnUntraced(function* (company: InsertedCompany) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  // The key is bound to the id, so the id comes first; never one that was given out before, whose key may be in memory.
  const id = company.companyID ?? (yield* nextCompanyId(sql))
  const key = yield* keyring.newCompanyKey(id)
  yield* sql`
    INSERT INTO companies (company_id, name, tier, paid_through, hide_lock_codes, locks_per_unit, own_max_locks,
      max_locks_per_facility, data_key, created_at)
    VALUES (${id}, ${company.name}, ${company.tier}, ${company.paidThrough}, ${company.hideLockCodes},
      ${company.locksPerUnit}, ${company.ownMaxLocks !== null}, ${company.ownMaxLocks}, ${key}, ${company.createdAt})`
  return id
})
