import { maxNamedLocks } from "#core/exports/exportLimits.ts"
import type { LocksFile } from "#core/exports/ExportsApi.ts"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import type { LockColumnId } from "#core/exports/lockColumns.ts"
import type { Listed } from "#web/grid/GridExport.ts"
import { placesOf } from "./listedWords.ts"

/** Lists whose rows are locks by their ids, and the first part of the names of their files (001 §9). */
const lockLists: ReadonlyMap<string, string> = new Map([
  ["locks", "locks"],
  ["inventory", "inventory-locks"],
  ["inventoryReview", "inventory-locks"]
])

/** The name of a file of locks, or null for a list of something else. */
export const lockFileBase = ({ list }: Listed): string | null => lockLists.get(list) ?? null

/** Columns as the grids call them, by the names the server has for them. */
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

/** Whether the server, asked by facility or inventory alone, finds just what is listed. */
const plain = ({ query, selected }: Listed): boolean =>
  selected.length === 0 && query.search === "" && Object.values(query.filters).every((value) => value === "")

/** Whether the server makes the whole file by itself, however many of the list's rows are here. */
export const serverHasAll = (listed: Listed): boolean =>
  listed.rows === null && lockFileBase(listed) !== null && plain(listed) && sortOf(listed) !== null

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
 * What to ask the server for, so that its file has exactly the locks that are listed, in their order. Null where they are too
 * many to be named and narrowed in a way that the server does not know.
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
    return { ...head, filter, lockIDs: places.map(rows.idAt) }
  }
  if (rows === null && listed.selected.length > 0) return { ...head, filter, lockIDs: [...listed.selected] }
  return plain(listed) && sort !== null ? { ...head, filter, sort } : null
}
