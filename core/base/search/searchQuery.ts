/** The first character of an input and what it narrows the palette to (PRODUCT, The palette). */
export const scopes = [
  { sign: ">", name: "commands" },
  { sign: "#", name: "locks" },
  { sign: ":", name: "units" },
  { sign: "!", name: "facilities" },
  { sign: "@", name: "people" },
  { sign: "=", name: "reports" },
  { sign: "%", name: "settings" },
  { sign: "?", name: "help" }
] as const

export type ScopeName = (typeof scopes)[number]["name"]

/** Keys that a filter may have (PRODUCT, The palette). */
export const filterKeys = ["status", "color", "facility", "unit", "by", "updated", "fms", "role", "is"] as const

export type FilterKey = (typeof filterKeys)[number]

/**
 * One thing to look for. `serial` is 8 digits, grouping removed; `digits` is 2 to 7 digits, a part of a serial or a unit;
 * `id` is the number or name behind `#`; `unit` is what stands behind the word unit (`unit B-110`) and a unit alone; a
 * `phrase` is matched literally, a `word` may also match scattered.
 */
export interface Term {
  readonly kind: "word" | "phrase" | "serial" | "digits" | "id" | "unit"
  readonly text: string
}

/** All terms as one phrase, when there are several and none of them means something special. */
export const joined = (terms: ReadonlyArray<Term>): Term | undefined =>
  terms.length > 1 && terms.every(({ kind }) => kind === "word" || kind === "digits")
    ? { kind: "phrase", text: terms.map(({ text }) => text).join(" ") }
    : undefined

/** `key:value`, or with `not` the things that do not have it. */
export interface Filter {
  readonly key: FilterKey
  readonly value: string
  readonly not: boolean
}

/** `name=value`: the value of one input field of a command. */
export interface Argument {
  readonly name: string
  readonly value: string
}

/** What was typed, as a tree. Order inside each list is the order typed. */
export interface Query {
  readonly scope: ScopeName | undefined
  readonly terms: ReadonlyArray<Term>
  readonly filters: ReadonlyArray<Filter>
  readonly arguments: ReadonlyArray<Argument>
}

/**
 * A piece of the input, `start` inclusive to `end` exclusive in UTF-16 units, that was not understood or not finished.
 * - `unterminated`: a quote or `is(` without its end; what is there so far counts
 * - `empty`: a filter, argument, phrase or `#` with nothing in it yet; it does not count
 * - `unknownFilter`, `unknownValue`: no such key, or a value the key cannot have; it does not count
 * - `excludedTerm`: `-` before something that is not a filter; it does not count
 * - `tooMuch`: the rest of the input, beyond the number of parts that are read
 */
export interface Problem {
  readonly kind: "unterminated" | "empty" | "unknownFilter" | "unknownValue" | "excludedTerm" | "tooMuch"
  readonly start: number
  readonly end: number
  /** A sentence a person can read. */
  readonly message: string
}

/** What `parse` understood, and where it did not. */
export interface Parsed extends Query {
  readonly problems: ReadonlyArray<Problem>
}
