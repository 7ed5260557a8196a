import { foldText } from "./foldText.ts"
import type { FilterKey, ScopeName } from "./searchQuery.ts"
import { TextTable } from "./TextTable.ts"

/** Anything in the palette that is not a lock: a command, a facility, a person, a report, a setting, a help page. */
export interface Entry {
  readonly kind: Exclude<ScopeName, "locks">
  /** Unique among all entries. */
  readonly id: string
  /** The number or name people know it by, such as a facilityID; `#id` and the plain text both match it exactly. */
  readonly ref?: string | number | undefined
  readonly title: string
  /** Alternative full names, such as its two words in the terminal; typed whole, they match below a whole title. */
  readonly names?: ReadonlyArray<string> | undefined
  /**
   * Synonyms. A single word matches below every match of the title, as the start of a word. Several complete words
   * match as a name, so that "log out" finds "Sign out" before "Log out all users".
   */
  readonly keywords?: ReadonlyArray<string> | undefined
  /** The text beside the title in the row; it matches like keywords. */
  readonly context?: string | undefined
  /**
   * The values that filters check; `is` is a list of words separated by spaces. An entry without a field never passes a filter
   * on it.
   */
  readonly fields?: Readonly<Partial<Record<FilterKey, string>>> | undefined
}

/** The separator of keywords in their table. */
export const betweenKeywords = "\n"

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isPhrase = (keyword: string): boolean => keyword.includes(" ")

/** Entries prepared for search: sorted once, with their texts in tables indexed like `entries`. */
export class EntryIndex {
  /** Sorted by title ignoring case and accents, then by title, then by id. */
  readonly entries: ReadonlyArray<Entry>
  readonly titles = new TextTable({ whole: true })
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
    this.#byName = this.#placesBy(({ names = [], keywords = [] }) => [...names, ...keywords.filter(isPhrase)])
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
      for (const text of texts(entry)) {
        const folded = foldText(text)
        const known = places.get(folded) ?? []
        places.set(folded, known)
        // An entry may have the same text twice.
        if (known.at(-1) !== place) known.push(place)
      }
    })
    return places
  }

  /** Indices of the entries with this id or ref, ignoring case. */
  placesOf(id: string): ReadonlySet<number> {
    return new Set(this.#byID.get(foldText(id)))
  }

  /** Indices of the entries with exactly this alternative name or keyword of several words. */
  placesNamed(name: string): ReadonlySet<number> {
    return new Set(this.#byName.get(foldText(name)))
  }

  /** Indices of the entries that have exactly this keyword. */
  placesOfKeyword(keyword: string): ReadonlySet<number> {
    return new Set(this.#byKeyword.get(foldText(keyword)))
  }
}
