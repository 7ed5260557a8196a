import { foldText } from "./foldText.ts"
import type { FilterKey, ScopeName } from "./searchQuery.ts"
import { TextTable } from "./TextTable.ts"

/** Anything the palette lists that is not a lock: a command, a facility, a person, a report, a setting, a help page. */
export interface Entry {
  readonly kind: Exclude<ScopeName, "locks">
  /** Unique among all entries. */
  readonly id: string
  /** The number or name people know it by, such as a facilityID; `#id` and the bare text find it exactly. */
  readonly ref?: string | number | undefined
  readonly title: string
  /** Other words for it. They find it, below everything that its title does. */
  readonly keywords?: ReadonlyArray<string> | undefined
  /** What the row shows beside the title; it finds as keywords do. */
  readonly context?: string | undefined
  /** What filters ask about; `is` is words separated by spaces. An entry without the field passes no filter on it. */
  readonly fields?: Readonly<Partial<Record<FilterKey, string>>> | undefined
}

/** What stands between keywords in their table. */
export const betweenKeywords = "\n"

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Entries prepared to be searched: sorted once, their texts in tables whose numbers are places in `entries`. */
export class EntryIndex {
  /** By title, case and accents aside, then by title as written, then by id. */
  readonly entries: ReadonlyArray<Entry>
  readonly titles = new TextTable()
  readonly keywords = new TextTable()
  readonly contexts = new TextTable()
  readonly #byID: ReadonlyMap<string, ReadonlyArray<number>>

  constructor(entries: Iterable<Entry>) {
    const folded = Array.from(entries, (entry) => ({ entry, title: foldText(entry.title) }))
    folded.sort(
      (a, b) => order(a.title, b.title) || order(a.entry.title, b.entry.title) || order(a.entry.id, b.entry.id)
    )
    this.entries = folded.map(({ entry }) => entry)
    const byID = new Map<string, Array<number>>()
    this.entries.forEach((entry, place) => {
      this.titles.add(entry.title)
      this.keywords.add((entry.keywords ?? []).join(betweenKeywords))
      this.contexts.add(entry.context ?? "")
      for (const id of new Set([entry.id, ...(entry.ref === undefined ? [] : [String(entry.ref)])].map(foldText))) {
        byID.set(id, [...(byID.get(id) ?? []), place])
      }
    })
    this.#byID = byID
  }

  /** Places of the entries with this id or ref, case aside. */
  placesOf(id: string): ReadonlySet<number> {
    return new Set(this.#byID.get(foldText(id)))
  }
}
