import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { call } from "#web/app/calls.ts"
import { withoutCode } from "#web/app/lockQueries.ts"
import { lockList } from "./LockList.ts"

/** A list query, as far as the server gives the same result as this browser. */
export interface PageQuery {
  readonly facilityID: FacilityId | null
  readonly inventory: boolean
  /** Part of a serial code or unit. */
  readonly search: string
  readonly sort: { readonly column: string; readonly desc: boolean } | null
  readonly filters: Readonly<Record<string, string>>
  /** 0-based. */
  readonly page: number
  readonly count: number
}

/** A page of locks, and the number of matches on all pages. */
export interface ServerPage {
  readonly locks: ReadonlyArray<Lock>
  readonly total: number
}

/** Columns the server sorts exactly like this browser. */
const sorted: ReadonlySet<string> = new Set(["serialCode", "updatedOn"])

/** Largest page to request. The list itself loads faster than a larger one. */
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
 * Requests a page of locks from the server while the synced list is loading. Null for queries only the synced list
 * can answer the same way: other sort orders, column filters, pages of all rows.
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
