import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import { codesHidden, combinationMasked } from "#core/locks/lockRules.ts"
import type { LockCriteria, LockSort } from "#core/locks/lockSearch.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { makeCompanySizes } from "./companySizes.ts"
import { type FoundText, type LockSearchQuery, maskedPage, matchScan, pageFrom, pageOf } from "./lockSearchSql.ts"
import { lockArray, lockJoins, lockJson, lockText, visible } from "./lockSql.ts"

interface CodeRow {
  readonly json: Record<string, unknown>
  readonly serial: string
  readonly status: LockStatusId
  readonly code_version: number
  readonly sealed: Uint8Array
}

/** Finds locks, for GET /locks/search and exports. */
export class LockSearch extends Context.Service<
  LockSearch,
  {
    readonly search: (user: LoggedInUser, query: LockSearchQuery) => Effect.Effect<FoundText>
    /** The ids of all matches in order, at most `limit`: an export pages through them without OFFSET. */
    readonly ids: (
      user: LoggedInUser,
      criteria: LockCriteria,
      sort: LockSort,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LockId>>
    /** These locks, in this order, as a JSON array of `ShownLock`. */
    readonly byIds: (user: LoggedInUser, ids: ReadonlyArray<LockId>) => Effect.Effect<string>
  }
>()("lockdesk/server/LockSearch") {
  static readonly layer = Layer.effect(
    LockSearch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const sizeOf = makeCompanySizes(sql)

      /** Adds the unmasked combination to each row that may show it. */
      const withCodes = Effect.fnUntraced(function* (user: LoggedInUser, rows: ReadonlyArray<CodeRow>) {
        const open = rows.filter((row) => !combinationMasked(user, row.status))
        const codes = yield* keyring.openCodes(
          user.companyID,
          open.map(({ serial, code_version, sealed }) => ({ serial, version: code_version, sealed }))
        )
        const bySerial = new Map(open.map((row, at) => [row.serial, codes[at] ?? null]))
        return JSON.stringify(rows.map((row) => ({ ...row.json, unlockCode: bySerial.get(row.serial) ?? null })))
      })

      /** A lock as shown, with the sealed combination. */
      const shown = (user: LoggedInUser) =>
        sql`${lockJson(sql, user)} AS json, l.serial, l.status, l.code_version, l.sealed`

      const search = Effect.fnUntraced(function* (user: LoggedInUser, query: LockSearchQuery) {
        const size = yield* sizeOf(user.companyID, query.criteria)
        if (codesHidden(user)) {
          const [found] = yield* maskedPage(sql, user, query, size)
          return found ?? { data: "[]", totalCount: 0 }
        }
        const scan = matchScan(sql, user, query.criteria, size)
        const rows = yield* sql<CodeRow>`
          ${scan.with} SELECT ${shown(user)} ${pageFrom(sql, scan, query)}`
        const [counted] = yield* sql<{ n: number }>`${scan.with} SELECT ${scan.total} AS n`
        return { data: yield* withCodes(user, rows), totalCount: counted?.n ?? 0 }
      }, Effect.orDie)

      const ids = Effect.fn("LockSearch.ids")(function* (
        user: LoggedInUser,
        criteria: LockCriteria,
        sort: LockSort,
        limit: number
      ) {
        const scan = matchScan(sql, user, criteria, yield* sizeOf(user.companyID, criteria))
        const [found] = yield* sql<{ ids: ReadonlyArray<LockId> | null }>`
          ${scan.with} SELECT array_agg(r.lock_id) AS ids FROM (
            SELECT l.lock_id ${scan.from(lockJoins(sql))} ${pageOf(sql, { criteria, sort, count: limit, page: 1 })}) r`
        return found?.ids ?? []
      }, Effect.orDie)

      const byIds = Effect.fn("LockSearch.byIds")(function* (user: LoggedInUser, wanted: ReadonlyArray<number>) {
        const inOrder = sql`
          FROM locks l ${lockJoins(sql)}
          JOIN unnest(${[...wanted]}::int[]) WITH ORDINALITY AS o(id, place) ON o.id = l.lock_id
          WHERE ${visible(sql, user)} ORDER BY o.place`
        if (codesHidden(user)) {
          const [found] = yield* sql<{ data: string }>`
            SELECT ${lockArray(sql, "r.j")} AS data FROM (SELECT ${lockText(sql, user, true)} AS j ${inOrder}) r`
          return found?.data ?? "[]"
        }
        return yield* withCodes(user, yield* sql<CodeRow>`SELECT ${shown(user)} ${inOrder}`)
      }, Effect.orDie)

      return LockSearch.of({ search, ids, byIds })
    })
  )
}
