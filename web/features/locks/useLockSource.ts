import { useMemo } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import type { GridSource } from "#web/grid/GridSource.ts"
import { isReady, isWhole, locksComing } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { LockListState } from "#web/sync/LockListState.ts"
import { lockItem } from "#web/sync/lockItem.ts"
import { refusedRows } from "#web/sync/refusedRows.ts"
import { serverPage } from "#web/sync/serverPage.ts"
import type { LockRow } from "./lockColumns.tsx"
import { lockRows } from "./lockRows.ts"

const idOf = ({ lockID }: LockRow): number => lockID

/** Locks at facilities: from the synced list once it is complete, page by page from the server until then. */
export const useLockSource = (
  state: LockListState,
  user: LoggedInUser,
  facilityID: FacilityId | null
): GridSource<LockRow> => {
  const { index } = lockList
  const whole = isWhole(state)
  const here = useMemo(
    () => ({
      find: ({ search, sort, filters }: GridQuery) => lockRows(index, { facilityID, text: search, sort, filters }),
      has: (id: number) => index.byNumber(id)?.facilityID != null
    }),
    // The index changes in place, so depend on its revision, but only while the rows come from it.
    [index, whole ? state.revision : 0, facilityID]
  )
  const { restoring } = state
  const pages = useMemo(
    () => ({
      key: ["locks", "beside", facilityID, restoring ? "later" : "now"] as const,
      idOf,
      load: async (query: GridQuery, signal: AbortSignal) => {
        if (restoring) return null
        const page = await serverPage({ ...query, facilityID, inventory: false }, signal)
        return page === null ? null : { rows: page.locks.map((lock) => lockItem(lock, user)), total: page.total }
      }
    }),
    [facilityID, user, restoring]
  )
  const refused = refusedRows(state)
  if (refused !== null) return refused
  return whole ? { ...here, ready: isReady(state) } : { ...pages, coming: locksComing(state), ready: false }
}
