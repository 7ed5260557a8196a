import { session } from "#web/app/Session.ts"
import { read, readTab, type StorageKey, write, writeTab } from "#web/app/storage.ts"

/** Settings per list: a JSON object from list to value. */
const settingsIn = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const kept: unknown = JSON.parse(text ?? "{}")
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? { ...kept } : {}
  } catch (error) {
    // Ignore text edited by hand or stored by another version.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const remembered = (key: StorageKey): Readonly<Record<string, unknown>> => settingsIn(read(key))

const remember = (key: StorageKey, list: string, value: unknown): void =>
  write(key, JSON.stringify({ ...remembered(key), [list]: value }))

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

/** Column widths the user set, in pixels, by column ID (000 §4: they survive a sign-out). */
export const keptWidths = (list: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    entriesOf(remembered("columnWidths")[list]).flatMap(([id, px]) => (typeof px === "number" ? [[id, px]] : []))
  )
export const keepWidths = (list: string, widths: Readonly<Record<string, number>>): void =>
  remember("columnWidths", list, widths)

/** Columns the user showed or hid, by column ID. */
export const keptColumns = (list: string): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    entriesOf(remembered("hiddenColumns")[list]).flatMap(([id, seen]) =>
      typeof seen === "boolean" ? [[id, seen]] : []
    )
  )
export const keepColumns = (list: string, shown: Readonly<Record<string, boolean>>): void =>
  remember("hiddenColumns", list, shown)

/** Filters can name what only one company has. While acting for a company they are stored per tab. */
const allFilters = () => settingsIn(session.companyID === null ? read("filters") : readTab("filters"))

/** Filters of a list in their URL form (000 §3: stored per table), or "". */
export const keptFilters = (list: string): string => {
  const kept = allFilters()[list]
  return typeof kept === "string" ? kept : ""
}
export const keepFilters = (list: string, filters: string): void =>
  (session.companyID === null ? write : writeTab)("filters", JSON.stringify({ ...allFilters(), [list]: filters }))

/** Resets the filters of all lists, because a list opened from the navigation starts fresh (000 §2). */
export const forgetFilters = (): void => {
  write("filters", null)
  writeTab("filters", null)
  write("lockSearch", null)
}

/** Page size of a list in its URL form (001 §9: remembered per list), or "". */
export const keptCount = (list: string): string => {
  const kept = remembered("pageSizes")[list]
  return typeof kept === "string" ? kept : ""
}
export const keepCount = (list: string, count: string): void => remember("pageSizes", list, count)
