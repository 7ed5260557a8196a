import { withClient } from "#core/api/ApiClient.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { call } from "#web/app/calls.ts"
import { withoutCode } from "#web/app/lockQueries.ts"
import { lockList } from "./LockList.ts"

/** What a list of locks asks for, as far as the server finds just the same as this browser does. */
export interface PageQuery {
  readonly facilityID: number | null
  readonly inventory: boolean
  /** Part of a serial code or of a unit. */
  readonly search: string
  readonly sort: { readonly column: string; readonly desc: boolean } | null
  readonly filters: Readonly<Record<string, string>>
  /** 0-based. */
  readonly page: number
  readonly count: number
}

/** A page of locks, and how many match on all pages. */
export interface ServerPage {
  readonly locks: ReadonlyArray<Lock>
  readonly total: number
}

/** Columns that the server sorts exactly as this browser does. */
const sorted: ReadonlySet<string> = new Set(["serialCode", "updatedOn"])

/** Rows of a page that are asked for beside the list; more come sooner with the list itself. */
const most = 2_000

const filterOf = ({ facilityID, inventory, search }: PageQuery): string => {
  const text = search.trim().replaceAll(/(?<=\d)[\s-]+(?=\d)/g, "")
  return [
    `inventory=${inventory}`,
    ...(facilityID === null ? [] : [`facilityID=${facilityID}`]),
    ...(text === "" ? [] : [`text=${encodeURIComponent(text)}`])
  ].join(";")
}

/**
 * A page of a list of locks from the server, for while the synced list is loading. Null for what only the synced list can
 * answer in the same way: other sorts, filters of columns, pages of all rows.
 */
export const serverPage = async (query: PageQuery, signal: AbortSignal): Promise<ServerPage | null> => {
  const { sort, filters, page, count } = query
  const plain = Object.values(filters).every((text) => text === "")
  if (!plain || count > most || (sort !== null && !sorted.has(sort.column))) return null
  const take = lockList.beside()
  const { data, totalCount } = await call(
    withClient((client) =>
      client.locks.search({
        query: {
          filter: filterOf(query),
          sort: sort === null ? "serialCode=asc" : `${sort.column}=${sort.desc ? "desc" : "asc"}`,
          count,
          page: page + 1
        }
      })
    ),
    { signal }
  )
  const locks = data.map(withoutCode)
  take(locks)
  return { locks, total: totalCount }
}
