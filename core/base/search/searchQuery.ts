/** The first character of an input and the scope it selects (PRODUCT, The palette). */
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

/** The keys of filters (PRODUCT, The palette). */
export const filterKeys = ["status", "color", "facility", "unit", "by", "updated", "fms", "role", "is"] as const

export type FilterKey = (typeof filterKeys)[number]

/**
 * One term to search for. `serial` is 8 digits without grouping; `digits` is 2 to 7 digits, part of a serial or unit;
 * `id` is the number or name after `#`; `unit` is the value after the word unit (`unit B-110`) and matches only units;
 * a `phrase` matches literally, a `word` may also match scattered.
 */
export interface Term {
  readonly kind: "word" | "phrase" | "serial" | "digits" | "id" | "unit"
  readonly text: string
}

/** All terms as one phrase, if there are several and all are plain. */
export const joined = (terms: ReadonlyArray<Term>): Term | undefined =>
  terms.length > 1 && terms.every(({ kind }) => kind === "word" || kind === "digits")
    ? { kind: "phrase", text: terms.map(({ text }) => text).join(" ") }
    : undefined

/** `key:value`; with `not`, the things that don't have it. */
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

/** A parsed input. Each list is in the order typed. */
export interface Query {
  readonly scope: ScopeName | undefined
  readonly terms: ReadonlyArray<Term>
  readonly filters: ReadonlyArray<Filter>
  readonly arguments: ReadonlyArray<Argument>
}

/**
 * A range of the input (`end` exclusive, in UTF-16 units) that was invalid or incomplete.
 * - `unterminated`: a quote or `is(` without its end; the text so far counts
 * - `empty`: a filter, argument, phrase or `#` without a value yet; it does not count
 * - `unknownFilter`, `unknownValue`: an unknown key, or a value the key can't have; it does not count
 * - `excludedTerm`: `-` before something that is not a filter; it does not count
 * - `tooMuch`: the rest of the input, beyond the maximum number of parts
 */
export interface Problem {
  readonly kind: "unterminated" | "empty" | "unknownFilter" | "unknownValue" | "excludedTerm" | "tooMuch"
  readonly start: number
  readonly end: number
  /** A message for people. */
  readonly message: string
}

/** A query, and the problems found while parsing it. */
export interface Parsed extends Query {
  readonly problems: ReadonlyArray<Problem>
}
