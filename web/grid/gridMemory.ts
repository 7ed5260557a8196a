import { read, type StorageKey, write } from "#web/app/storage.ts"

/** What is remembered per list under one key of the storage: JSON of list to value. */
const remembered = (key: StorageKey): Readonly<Record<string, unknown>> => {
  try {
    const kept: unknown = JSON.parse(read(key) ?? "{}")
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? { ...kept } : {}
  } catch (error) {
    // What was kept by hand or by another version is as good as nothing.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const remember = (key: StorageKey, list: string, value: unknown): void =>
  write(key, JSON.stringify({ ...remembered(key), [list]: value }))

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

/** Widths of a list's columns in pixels, by column id, as far as somebody changed them (000 §4: they outlive a sign-out). */
export const keptWidths = (list: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    entriesOf(remembered("columnWidths")[list]).flatMap(([id, px]) => (typeof px === "number" ? [[id, px]] : []))
  )
export const keepWidths = (list: string, widths: Readonly<Record<string, number>>): void =>
  remember("columnWidths", list, widths)

/** Columns that somebody chose to see or not to see, by column id. */
export const keptColumns = (list: string): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    entriesOf(remembered("hiddenColumns")[list]).flatMap(([id, seen]) =>
      typeof seen === "boolean" ? [[id, seen]] : []
    )
  )
export const keepColumns = (list: string, shown: Readonly<Record<string, boolean>>): void =>
  remember("hiddenColumns", list, shown)

/** The column filters of a list as they stand in an address (000 §3: stored per table), or nothing. */
export const keptFilters = (list: string): string => {
  const kept = remembered("filters")[list]
  return typeof kept === "string" ? kept : ""
}
export const keepFilters = (list: string, filters: string): void => remember("filters", list, filters)

/** Forgets what every list was narrowed to: a list that is gone to by the navigation begins anew (000 §2). */
export const forgetFilters = (): void => {
  write("filters", null)
  write("lockSearch", null)
}

/** The page size of a list as it stands in an address (001 §9: remembered per list), or nothing. */
export const keptCount = (list: string): string => {
  const kept = remembered("pageSizes")[list]
  return typeof kept === "string" ? kept : ""
}
export const keepCount = (list: string, count: string): void => remember("pageSizes", list, count)
