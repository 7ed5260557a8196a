import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import { Limiter } from "../auth/Limiter.ts"
import { Settings } from "../Settings.ts"
import { companySize } from "./accountSql.ts"

const likeText = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Removes the column that only the query needs. */
const listed = ({ total: _total, ...company }: ListedCompany & { readonly total: number }): ListedCompany => company

/** The largest possible id. A larger number can only be part of a name. */
const mostId = 2_147_483_647

/** Every company of this server, for users who may act for any of them. */
export class Companies extends Context.Service<
  Companies,
  {
    /** Companies whose name contains the text or whose id equals it, best match first, and the total. */
    readonly list: (
      search: string,
      count: number,
      page: number
    ) => Effect.Effect<{ readonly data: ReadonlyArray<ListedCompany>; readonly totalCount: number }>
    /** The company with an active lock of this serial code. Counts against the limit of reveal requests. */
    readonly ofLock: (
      user: LoggedInUser,
      serialCode: string
    ) => Effect.Effect<CompanyChoice, LockNotFound | TooManyRequests>
  }
>()("lockdesk/server/Companies") {
  static readonly layer = Layer.effect(
    Companies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const limiter = yield* Limiter
      const { limits } = yield* Settings

      const list = Effect.fn("Companies.list")(function* (search: string, count: number, page: number) {
        const text = search.trim()
        const id = /^#?\d{1,10}$/.test(text) ? Number(text.replace("#", "")) : 0
        const part = likeText(text)
        // Find the page's companies first, so that only those are counted.
        const matching = sql`name ILIKE ${`%${part}%`} OR company_id = ${id > mostId ? 0 : id}`
        const rows = yield* sql<ListedCompany & { readonly total: number }>`
          SELECT c.company_id AS "companyID", c.name AS "companyName", c.tier AS "subscriptionTier",
            iso(c.paid_through) AS "paidThrough", c.suspended AS "subscriptionSuspended", ${companySize(sql)}, c.total
          FROM (
            SELECT *, count(*) OVER ()::int AS total, row_number() OVER (
              ORDER BY company_id <> ${id > mostId ? 0 : id}, lower(name) <> lower(${text}::text),
                name NOT ILIKE ${`${part}%`}, lower(name), company_id) AS place
            FROM companies WHERE ${matching}
            ORDER BY place LIMIT ${count} OFFSET ${(page - 1) * count}) c
          ORDER BY c.place`
        // A page after the last one has no row to read the total from.
        const counted =
          rows[0] ??
          (yield* sql<{ readonly total: number }>`
          SELECT count(*)::int AS total FROM companies WHERE ${matching}`)[0]
        return { data: rows.map(listed), totalCount: counted?.total ?? 0 }
      }, Effect.orDie)

      const ofLock = Effect.fn("Companies.ofLock")(function* (user: LoggedInUser, serialCode: string) {
        yield* limiter.takeHere(`company of lock ${user.userID}`, limits.revealPerUser)
        const [company] = yield* Effect.orDie(sql<CompanyChoice>`
          SELECT c.company_id AS "companyID", c.name AS "companyName" FROM locks l JOIN companies c USING (company_id)
          WHERE l.serial = ${serialCode} AND l.is_active`)
        return company ?? (yield* new LockNotFound())
      })

      return Companies.of({ list, ofLock })
    })
  )
}
