import { useEffect, useMemo } from "react"
import { whenIdle } from "#web/app/whenIdle.ts"
import { arrayRows, prepareSearch, type RowsInHand } from "./arrayRows.ts"
import type { GridQuery } from "./GridQuery.ts"
import type { RowsSource } from "./GridSource.ts"

/** Local rows, undefined until they are loaded, and how loading goes. */
interface ArrayRows<Row> extends Omit<RowsInHand<Row>, "items"> {
  readonly items: ReadonlyArray<Row> | undefined
  /** By default, rows are loading until they are there. */
  readonly loading?: boolean
  readonly error?: Error | null
}

const none: ReadonlyArray<never> = []

/** A grid's source of local rows. Prepares their search while the browser is idle, so that the first key needn't wait for it. */
export const useArrayRows = <Row>({
  items = none,
  idOf,
  columns,
  loading = items === none,
  error = null
}: ArrayRows<Row>): RowsSource<Row> => {
  useEffect(() => whenIdle(() => prepareSearch(items, columns)), [items, columns])
  return useMemo(
    () => ({ find: (query: GridQuery) => arrayRows({ items, idOf, columns }, query), loading, error }),
    [items, idOf, columns, loading, error]
  )
}
