import { useMemo } from "react"
import type { LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { arrayRows } from "#web/grid/arrayRows.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import type { GridSource } from "#web/grid/GridSource.ts"
import { isReady, isWhole, locksComing } from "#web/sync/arriving.ts"
import { lockInRow, lockList } from "#web/sync/LockList.ts"
import type { LockListState } from "#web/sync/LockListState.ts"
import { refusedRows } from "#web/sync/refusedRows.ts"
import { serverPage } from "#web/sync/serverPage.ts"
import { inventoryIDs, searchText } from "./inventoryRows.ts"

const idOf = ({ lockID }: Lock): number => lockID
const identity = (lockID: LockId): number => lockID

/** Columns for rows that are lock IDs. A lock object is built only when one of its values is read. */
const byId = (columns: ReadonlyArray<GridColumn<Lock>>) =>
  columns.map(({ id, title, kind = "text", searched, value, width }): GridColumn<LockId> => ({
    id,
    title,
    kind,
    width,
    ...(searched === undefined ? {} : { searched }),
    value: (lockID) => {
      const lock = lockList.lockOf(lockID)
      return lock === undefined || value === undefined ? null : value(lock)
    }
  }))

/** Locks without a facility: from the synced list once it is complete, page by page from the server until then. */
export const useInventorySource = (
  state: LockListState,
  columns: ReadonlyArray<GridColumn<Lock>>
): GridSource<Lock> => {
  const { index } = lockList
  const whole = isWhole(state)
  const ids = useMemo(() => byId(columns), [columns])
  const here = useMemo(() => {
    const items = whole ? inventoryIDs(index) : []
    return {
      find: (query: GridQuery) => {
        const asked = { ...query, search: searchText(query.search) }
        const found = arrayRows({ items, idOf: identity, columns: ids }, asked)
        return { ...found, at: (place: number) => lockInRow(found.idAt(place)) }
      },
      has: (id: number) => index.byNumber(id)?.facilityID === null
    }
    // The index changes in place, so depend on its revision, but only while the rows come from it.
  }, [index, whole ? state.revision : -1, whole, ids])
  const { restoring } = state
  const pages = useMemo(
    () => ({
      key: ["locks", "inventory beside", restoring ? "later" : "now"] as const,
      idOf,
      load: async (query: GridQuery, signal: AbortSignal) => {
        if (restoring) return null
        const page = await serverPage({ ...query, facilityID: null, inventory: true }, signal)
        return page === null ? null : { rows: page.locks, total: page.total }
      }
    }),
    [restoring]
  )
  const refused = refusedRows(state)
  if (refused !== null) return refused
  return whole ? { ...here, ready: isReady(state) } : { ...pages, coming: locksComing(state), ready: false }
}
