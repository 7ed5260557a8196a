import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { codesHidden, combinationMasked } from "#core/locks/lockRules.ts"
import type { LockCriteria, LockSort, SortField } from "#core/locks/lockSearch.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { lockJoins, lockJson, visible } from "./lockSql.ts"

/** A page of matches as JSON text, ready to send, and how many there are in all. */
export interface FoundText {
  /** A JSON array of `ShownLock`. */
  readonly data: string
  readonly totalCount: number
}

export interface LockSearchQuery {
  readonly criteria: LockCriteria
  readonly sort: LockSort
  readonly count: number
  /** 1-based. */
  readonly page: number
}

const columns: Readonly<Record<SortField, string>> = {
  serialCode: "l.serial",
  unitNumber: "l.unit",
  secondaryLockStatus: "l.status",
  facilityName: "lower(f.name)",
  updatedOn: "l.updated_at",
  updatedBy: "lower(w.first_name || ' ' || w.last_name)",
  color: "l.color"
}

/** Only these can be null, and null sorts last whichever way (001 §5); elsewhere the words would cost the index. */
const nullable: ReadonlySet<SortField> = new Set(["unitNumber", "facilityName", "updatedBy"])

const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

interface CodeRow {
  readonly json: Record<string, unknown>
  readonly serial: string
  readonly status: LockStatusId
  readonly code_version: number
  readonly sealed: Uint8Array
}

/** Finds locks: what GET /locks/search and the export stand on. */
export class LockSearch extends Context.Service<
  LockSearch,
  {
    readonly search: (user: LoggedInUser, query: LockSearchQuery) => Effect.Effect<FoundText>
    /** Ids of all matches in order, at most `limit`: an export pages through them without an OFFSET. */
    readonly ids: (user: LoggedInUser, criteria: LockCriteria, sort: LockSort, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** These locks, in this order, as a JSON array of `ShownLock`. */
    readonly byIds: (user: LoggedInUser, ids: ReadonlyArray<number>) => Effect.Effect<string>
  }
>()("lockdesk/server/LockSearch") {
  static readonly layer = Layer.effect(
    LockSearch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const where = (user: LoggedInUser, criteria: LockCriteria): Fragment => {
        const { text, serialCode, unit, status, facilityID, color, updatedBy, inventory } = criteria
        const parts: Array<Fragment> = [visible(sql, user), sql`l.is_active`]
        if (text !== undefined) {
          const serial = /^\d{8}$/.test(text) ? sql`l.serial = ${text}` : sql`l.serial LIKE ${likePart(text)}`
          parts.push(sql`(${serial} OR l.unit ILIKE ${likePart(text)})`)
        }
        if (serialCode !== undefined) parts.push(sql`l.serial = ${serialCode}`)
        if (unit !== undefined) parts.push(sql`l.unit = ${unit}`)
        if (status !== undefined) parts.push(sql`l.status = ANY(${[...status]}::smallint[])`)
        if (facilityID !== undefined) parts.push(sql`l.facility_id = ${facilityID}`)
        if (color !== undefined) parts.push(sql`l.color = ${color}`)
        if (inventory !== undefined) parts.push(inventory ? sql`l.facility_id IS NULL` : sql`l.facility_id IS NOT NULL`)
        if (updatedBy !== undefined) {
          parts.push(sql`l.updated_by IN (SELECT user_id FROM users WHERE company_id = ${user.companyID}
            AND first_name || ' ' || last_name ILIKE ${likePart(updatedBy)})`)
        }
        return sql.and(parts)
      }

      /** A total that the counters can give, else one that is counted. */
      const total = (user: LoggedInUser, criteria: LockCriteria): Fragment => {
        const { facilityID, status, inventory, ...rest } = criteria
        if (Object.keys(rest).length > 0 || user.facilityIDs.length > 0) {
          return sql`(SELECT count(*)::int FROM locks l WHERE ${where(user, criteria)})`
        }
        return sql`(SELECT coalesce(sum(k.n), 0)::int FROM lock_counts k WHERE ${sql.and([
          sql`k.company_id = ${user.companyID}`,
          sql`k.is_active`,
          ...(facilityID === undefined ? [] : [sql`k.facility_id = ${facilityID}`]),
          ...(status === undefined ? [] : [sql`k.status = ANY(${[...status]}::smallint[])`]),
          ...(inventory === undefined ? [] : [inventory ? sql`k.facility_id = 0` : sql`k.facility_id <> 0`])
        ])})`
      }

      const orderBy = ({ field, descending }: LockSort): Fragment =>
        sql.literal(`${columns[field]} ${descending ? "DESC" : "ASC"}${nullable.has(field) ? " NULLS LAST" : ""}${
          field === "serialCode" ? "" : ", l.serial"
        }`)

      /** Puts into each row the combination that no rule masks. */
      const withCodes = Effect.fnUntraced(function* (user: LoggedInUser, rows: ReadonlyArray<CodeRow>) {
        const open = rows.filter((row) => !combinationMasked(user, row.status))
        const codes = yield* keyring.openCodes(
          user.companyID,
          open.map(({ serial, code_version, sealed }) => ({ serial, version: code_version, sealed }))
        )
        const bySerial = new Map(open.map((row, at) => [row.serial, codes[at] ?? null]))
        return JSON.stringify(rows.map((row) => ({ ...row.json, unlockCode: bySerial.get(row.serial) ?? null })))
      })

      const rowsOf = (user: LoggedInUser, source: Fragment) =>
        sql<CodeRow>`
          SELECT ${lockJson(sql, user, false)} AS json, l.serial, l.status, l.code_version, l.sealed
          FROM locks l ${lockJoins(sql)} ${source}`

      const search = Effect.fnUntraced(function* (user: LoggedInUser, { criteria, sort, count, page }: LockSearchQuery) {
        const source = sql`WHERE ${where(user, criteria)} ORDER BY ${orderBy(sort)} LIMIT ${count} OFFSET ${(page - 1) * count}`
        if (codesHidden(user)) {
          const [found] = yield* sql<FoundText>`
            SELECT (SELECT coalesce(json_agg(r.j), '[]')::text FROM (
              SELECT ${lockJson(sql, user, true)} AS j FROM locks l ${lockJoins(sql)} ${source}) r) AS data,
              ${total(user, criteria)} AS "totalCount"`
          return found ?? { data: "[]", totalCount: 0 }
        }
        const rows = yield* rowsOf(user, source)
        const [counted] = yield* sql<{ n: number }>`SELECT ${total(user, criteria)} AS n`
        return { data: yield* withCodes(user, rows), totalCount: counted?.n ?? 0 }
      }, Effect.orDie)

      const ids = Effect.fn("LockSearch.ids")(function* (user: LoggedInUser, criteria: LockCriteria, sort: LockSort, limit: number) {
        const [found] = yield* sql<{ ids: ReadonlyArray<number> | null }>`
          SELECT array_agg(r.lock_id) AS ids FROM (
            SELECT l.lock_id FROM locks l ${lockJoins(sql)} WHERE ${where(user, criteria)}
            ORDER BY ${orderBy(sort)} LIMIT ${limit}) r`
        return found?.ids ?? []
      }, Effect.orDie)

      const byIds = Effect.fn("LockSearch.byIds")(function* (user: LoggedInUser, wanted: ReadonlyArray<number>) {
        const rows = yield* rowsOf(user, sql`
          JOIN unnest(${[...wanted]}::int[]) WITH ORDINALITY AS o(id, place) ON o.id = l.lock_id
          WHERE ${visible(sql, user)} ORDER BY o.place`)
        return yield* withCodes(user, rows)
      }, Effect.orDie)

      return LockSearch.of({ search, ids, byIds })
    })
  )
}
