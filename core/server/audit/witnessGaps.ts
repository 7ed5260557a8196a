import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { remember, type Sightings } from "./sightings.ts"

/** How much of the end of a chain the witness may lack after a power failure: it is flushed to disk every second. */
const toleratedMillis = 60_000

/**
 * Why a witness file does not belong to these chains, or null. Without a file there must be no companies yet. A file that lacks
 * more than the last moments is an older copy. If several servers write the chains (`shared`), each has seen only its own
 * records, and `witnessGenerations.ts` detects older copies instead.
 */
export const witnessGap = Effect.fnUntraced(function* (
  seen: ReadonlyMap<CompanyId, Sightings> | null,
  shared: boolean
) {
  const sql = yield* SqlClient.SqlClient
  if (seen === null) {
    const used = yield* sql`SELECT FROM companies LIMIT 1`
    return used.length === 0 ? null : ("missing" as const)
  }
  if (shared) return null
  const heads = yield* sql<{ company_id: CompanyId; seq: number }>`SELECT company_id, seq::int AS seq FROM audit_heads`
  for (const { company_id, seq } of heads) {
    const newest = seen.get(company_id)?.newest.seq ?? 0
    if (newest >= seq) continue
    const [span] = yield* sql<{ millis: number }>`
      SELECT (extract(epoch FROM max(at) - min(at)) * 1000)::float8 AS millis FROM audit_records
      WHERE company_id = ${company_id} AND seq IN (${newest + 1}::bigint, ${seq}::bigint)`
    if ((span?.millis ?? 0) > toleratedMillis) return "older" as const
  }
  return null
})

/** The heads of all chains, with which a new witness file begins: without them, the next start would find it incomplete. */
export const currentHeads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const heads = yield* sql<{ company_id: CompanyId; seq: number; hash: string }>`
    SELECT company_id, seq::int AS seq, encode(hash, 'hex') AS hash FROM audit_heads`
  return new Map(heads.map(({ company_id, seq, hash }) => [company_id, remember(undefined, { seq, hash })]))
})

/**
 * Companies whose chain lacks the newest head the witness saw, or has a different one under its number: the database is an
 * older copy.
 */
export const contradictedBy = Effect.fnUntraced(function* (seen: ReadonlyMap<CompanyId, Sightings>) {
  const sql = yield* SqlClient.SqlClient
  const companies = [...seen]
  const rows = yield* sql<{ company_id: CompanyId; hash: string }>`
    SELECT r.company_id, encode(r.hash, 'hex') AS hash FROM audit_records r
    JOIN unnest(${companies.map(([id]) => id)}::int[], ${companies.map(([, { newest }]) => newest.seq)}::bigint[])
      AS n(company_id, seq) USING (company_id, seq)`
  const found = new Map(rows.map(({ company_id, hash }) => [company_id, hash]))
  return companies.flatMap(([id, { newest, contradiction }]) =>
    contradiction === null && found.get(id) === newest.hash ? [] : [id]
  )
})
