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
  /** What else it is called as a whole, such as its two words in the terminal; who types that means it, as its title. */
  readonly names?: ReadonlyArray<string> | undefined
  /**
   * Other words for it. They find it, below everything that its title does; one that is typed whole, as the start of a word. Several
   * words that are typed whole are a name: "log out" is "Sign out", and not "Log out all users".
   */
  readonly keywords?: ReadonlyArray<string> | undefined
  /** What the row shows beside the title; it finds as keywords do. */
  readonly context?: string | undefined
  /** What filters ask about; `is` is words separated by spaces. An entry without the field passes no filter on it. */
  readonly fields?: Readonly<Partial<Record<FilterKey, string>>> | undefined
}

/** What stands between keywords in their table. */
export const betweenKeywords = "\n"

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isPhrase = (keyword: string): boolean => keyword.includes(" ")

/** Entries prepared to be searched: sorted once, their texts in tables whose numbers are places in `entries`. */
export class EntryIndex {
  /** By title, case and accents aside, then by title as written, then by id. */
  readonly entries: ReadonlyArray<Entry>
  readonly titles = new TextTable()
  readonly keywords = new TextTable()
  readonly contexts = new TextTable()
  readonly #byID: ReadonlyMap<string, ReadonlyArray<number>>
  readonly #byName: ReadonlyMap<string, ReadonlyArray<number>>
  readonly #byKeyword: ReadonlyMap<string, ReadonlyArray<number>>

  constructor(entries: Iterable<Entry>) {
    const folded = Array.from(entries, (entry) => ({ entry, title: foldText(entry.title) }))
    folded.sort(
      (a, b) => order(a.title, b.title) || order(a.entry.title, b.entry.title) || order(a.entry.id, b.entry.id)
    )
    this.entries = folded.map(({ entry }) => entry)
    this.#byID = this.#placesBy(({ id, ref }) => [id, ...(ref === undefined ? [] : [String(ref)])])
    this.#byName = this.#placesBy(({ title, names = [], keywords = [] }) => [
      title,
      ...names,
      ...keywords.filter(isPhrase)
    ])
    this.#byKeyword = this.#placesBy(({ keywords = [] }) => keywords)
    for (const entry of this.entries) {
      this.titles.add(entry.title)
      this.keywords.add((entry.keywords ?? []).join(betweenKeywords))
      this.contexts.add(entry.context ?? "")
    }
  }

  #placesBy(texts: (entry: Entry) => ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<number>> {
    const places = new Map<string, Array<number>>()
    this.entries.forEach((entry, place) => {
      for (const text of new Set(texts(entry).map(foldText))) places.set(text, [...(places.get(text) ?? []), place])
    })
    return places
  }

  /** Places of the entries with this id or ref, case aside. */
  placesOf(id: string): ReadonlySet<number> {
    return new Set(this.#byID.get(foldText(id)))
  }

  /** Places of the entries that are called this as a whole: by their title or another name. */
  placesNamed(name: string): ReadonlySet<number> {
    return new Set(this.#byName.get(foldText(name)))
  }

  /** Places of the entries that have exactly this keyword. */
  placesOfKeyword(keyword: string): ReadonlySet<number> {
    return new Set(this.#byKeyword.get(foldText(keyword)))
  }
}
