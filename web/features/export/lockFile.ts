import { LockId } from "#core/base/ids.ts"
import { maxNamedLocks } from "#core/exports/exportLimits.ts"
import type { LocksFile } from "#core/exports/ExportsApi.ts"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { LockColumnId } from "#core/exports/lockColumns.ts"
import type { Listed } from "#web/grid/GridExport.ts"
import { placesOf } from "./listedWords.ts"

/** Lists whose rows are locks, by list ID, with the prefix of their file names (001 §9). */
const lockLists: ReadonlyMap<string, string> = new Map([
  ["locks", "locks"],
  ["inventory", "inventory-locks"],
  ["inventoryReview", "inventory-locks"]
])

/** File name of a lock list, or null for other lists. */
export const lockFileBase = ({ list }: Listed): string | null => lockLists.get(list) ?? null

/** The server's names for the grids' columns. */
const columnIds: ReadonlyMap<string, LockColumnId> = new Map<string, LockColumnId>([
  ["color", "color"],
  ["serialCode", "serialCode"],
  ["unit", "unitNumber"],
  ["unitNumber", "unitNumber"],
  ["combination", "unlockCode"],
  ["status", "secondaryLockStatus"],
  ["secondaryLockStatus", "secondaryLockStatus"],
  ["updatedBy", "updatedBy"],
  ["updatedOn", "updatedOn"],
  ["facility", "facilityName"],
  ["facilityName", "facilityName"]
])

/** Whether a server query by facility or inventory alone returns exactly the listed rows, all of which are meant. */
const plain = ({ query, selected, rows, hidden }: Listed): boolean =>
  (selected.length === 0 || (hidden === 0 && selected.length === rows?.count)) &&
  query.search === "" &&
  Object.values(query.filters).every((value) => value === "")

/** Whether the server can write the whole file, however many rows are loaded here. Without any, none may be listed at all. */
export const serverHasAll = (listed: Listed): boolean =>
  listed.rows === null && listed.count > 0 && lockFileBase(listed) !== null && plain(listed) && sortOf(listed) !== null

const sortOf = ({ query: { sort } }: Listed): string | null => {
  if (sort === null) return "serialCode=asc"
  const column = columnIds.get(sort.column)
  return column === undefined || column === "unlockCode" ? null : `${column}=${sort.desc ? "desc" : "asc"}`
}

const filterOf = ({ scope }: Listed, inventory: boolean): string =>
  [
    ...(inventory ? ["inventory=true"] : scope["facilityID"] === undefined ? ["inventory=false"] : []),
    ...(scope["facilityID"] === undefined || scope["facilityID"] === ""
      ? []
      : [`facilityID=${encodeURIComponent(scope["facilityID"])}`])
  ].join(";")

/**
 * The request for a file with exactly the listed locks in their order. Null if they are too many to name and the
 * server doesn't support the filter or order.
 */
export const lockFileAsked = (listed: Listed, format: ExportFormat): LocksFile | null => {
  const inventory = lockFileBase(listed) === "inventory-locks"
  const columns = [...new Set(listed.columns.flatMap(({ id }) => columnIds.get(id) ?? []))]
  const head = { format, ...(columns.length === 0 ? {} : { columns }) }
  const filter = filterOf(listed, inventory)
  const sort = sortOf(listed)
  const { rows } = listed
  const places = placesOf(listed, maxNamedLocks + 1)
  if (rows !== null && places.length > 0 && places.length <= maxNamedLocks) {
    return { ...head, filter, lockIDs: places.map((place) => LockId.make(rows.idAt(place))) }
  }
  if (rows === null && listed.selected.length > 0)
    return { ...head, filter, lockIDs: Array.from(listed.selected, (id) => LockId.make(id)) }
  return plain(listed) && sort !== null ? { ...head, filter, sort } : null
}
