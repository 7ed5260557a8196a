import { useMemo, useState } from "react"
import { hiddenOf, type ListPlace, nowhere, shownOnly } from "./listPlace.ts"
import type { ListRows } from "./ListRows.ts"

/** The place in a list whose commands act only on listed rows: rows that are hidden or gone don't count as selected. */
export const useListedPlace = (rows: ListRows<unknown>): readonly [ListPlace, (where: ListPlace) => void] => {
  const [where, setWhere] = useState<ListPlace>(nowhere)
  const listed = useMemo(() => (hiddenOf(where, rows) === 0 ? where : shownOnly(where, rows)), [where, rows])
  return [listed, setWhere]
}
