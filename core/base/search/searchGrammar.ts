import { plainDigits } from "../plainDigits.ts"
import { type FilterKey, filterKeys, type Parsed, type Problem, type Query, scopes, type Term } from "./searchQuery.ts"
import { updatedRange } from "./updatedRange.ts"

/** The maximum number of parts (terms, filters, arguments) that are parsed; only pasted files have more. */
export const maxParts = 32

/** Quotation marks, including those that phones and word processors type. */
const quotes = '"\u201c\u201d\u201e\u201f'
const gap = "\\s,;"

const gaps = new RegExp(`[${gap}]*`, "y")
const quoted = new RegExp(`[${quotes}]([^${quotes}]*)([${quotes}]?)`, "y")
const run = new RegExp(`[^${gap}${quotes}]+`, "y")
/** Two groups of four digits, as serials are printed and read aloud. */
const grouped = new RegExp(`(\\d{4})(?:[^\\S\\r\\n]+|[-\\u2010-\\u2013])(\\d{4})(?=[${gap}${quotes}]|$)`, "y")
/** A spoken unit: `unit B-110`, `unit b 110`. It contains a digit and is not a serial code. */
const namedUnit = new RegExp(
  `units?[^\\S\\r\\n]+(?!\\d{4}[^\\S\\r\\n-]*\\d{4}(?:[${gap}${quotes}]|$))` +
    `((?:[a-z]{1,3}[^\\S\\r\\n]+)?[^${gap}${quotes}:=#()]*\\d[^${gap}${quotes}:=#()]*)(?=[${gap}${quotes}]|$)`,
  "iy"
)

/** A pasted address, with or without its scheme and host, and the last serial code in it. */
const addressForm = /^[\w.:/-]*\/(?:.*\W)?(\d{8})\b.*/
/** Not an address: `https://...`, or `localhost:4000/40001007`. */
const filterForm = /^(-?)([a-z]+):(?!\/\/|\d+\/.*\b\d{8}\b)(.*)$/i
const isForm = /^(-?)is\((.*?)(\)?)$/i
const argumentForm = /^([a-z][\w.-]*)=(.*)$/i
const needsQuotes = new RegExp(`[${gap}]|^$`)

const match = (pattern: RegExp, input: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(input)
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, " ")

const isFilterKey = (key: string): key is FilterKey => (filterKeys as ReadonlyArray<string>).includes(key)

/** Parses one input from left to right. Every step consumes a part or the rest. */
class Reader {
  readonly terms: Array<Term> = []
  readonly filters: Array<Query["filters"][number]> = []
  readonly arguments: Array<Query["arguments"][number]> = []
  readonly problems: Array<Problem> = []
  readonly #input: string

  constructor(input: string) {
    this.#input = input
  }

  /** Parses the part at `at`. `glued`: it directly follows the scope `#`. `takesUnits`: the scope includes locks. */
  part(at: number, glued: boolean, takesUnits: boolean): number {
    const unit = takesUnits ? match(namedUnit, this.#input, at)?.[1] : undefined
    if (unit !== undefined) {
      this.terms.push({ kind: "unit", text: tidy(unit) })
      return namedUnit.lastIndex
    }
    const phrase = match(quoted, this.#input, at)
    if (phrase !== null) return this.#phrase(phrase)
    const serial = match(grouped, this.#input, at)
    if (serial !== null) {
      this.terms.push({ kind: "serial", text: `${serial[1]}${serial[2]}` })
      return grouped.lastIndex
    }
    const text = match(run, this.#input, at)?.[0] ?? ""
    return this.#run(text, at, glued)
  }

  problem(kind: Problem["kind"], start: number, end: number, message: string): number {
    this.problems.push({ kind, start, end, message })
    return end
  }

  #phrase(found: RegExpExecArray): number {
    const text = tidy(found[1] ?? "")
    const end = found.index + found[0].length
    if (text !== "") this.terms.push({ kind: "phrase", text })
    if (found[2] === "") return this.problem("unterminated", found.index, end, "The quotation mark isn't closed.")
    if (text === "") return this.problem("empty", found.index, end, "Nothing between the quotation marks.")
    return end
  }

  #run(text: string, at: number, glued: boolean): number {
    const end = at + text.length
    const is = isForm.exec(text)
    if (is !== null) {
      if (is[2] !== "" && is[3] === "") this.problem("unterminated", at, end, "The bracket isn't closed.")
      return this.#filter("is", is[2] ?? "", is[1] === "-", at, end)
    }
    const [, minus, key, plain] = filterForm.exec(text) ?? []
    if (key !== undefined) {
      const value = this.#value(plain ?? "", end)
      return this.#filter(key, value.text, minus === "-", at, value.end)
    }
    const [, name, given] = argumentForm.exec(text) ?? []
    if (name !== undefined) {
      const value = this.#value(given ?? "", end)
      if (value.missing) return this.problem("empty", at, value.end, `${name} has no value yet.`)
      this.arguments.push({ name, value: value.text })
      return value.end
    }
    if (text.startsWith("-")) {
      const excluded = text === "-" ? match(quoted, this.#input, end) : null
      const last = excluded === null ? end : quoted.lastIndex
      return this.problem("excludedTerm", at, last, "Only a filter can be excluded, as in -status:lost.")
    }
    const digits = text.replace(addressForm, "$1")
    if (text.startsWith("#")) {
      if (text === "#") return this.problem("empty", at, end, "Type an ID after the #.")
      this.terms.push({ kind: "id", text: text.slice(1) })
    } else if (/^\d{8}$/.test(digits)) this.terms.push({ kind: "serial", text: digits })
    else if (glued && /^\d+$/.test(text)) this.terms.push({ kind: "id", text })
    else this.terms.push({ kind: /^\d{2,7}$/.test(text) ? "digits" : "word", text })
    return end
  }

  /** The value after `:` or `=`: the following text, or a quoted text, which may deliberately be empty. */
  #value(plain: string, end: number): { readonly text: string; readonly end: number; readonly missing: boolean } {
    const found = plain === "" ? match(quoted, this.#input, end) : null
    if (found === null) return { text: plain, end, missing: plain === "" }
    const stop = end + found[0].length
    const open = found[2] === ""
    if (open) this.problem("unterminated", end, stop, "The quotation mark isn't closed.")
    return { text: found[1] ?? "", end: stop, missing: open && found[1] === "" }
  }

  #filter(name: string, raw: string, not: boolean, start: number, end: number): number {
    const key = name.toLowerCase()
    const value = tidy(raw)
    if (!isFilterKey(key)) {
      return this.problem(
        "unknownFilter",
        start,
        end,
        `There is no filter ${name}; there are ${filterKeys.join(", ")}.`
      )
    }
    if (value === "") return this.problem("empty", start, end, `${key} has no value yet.`)
    if (key === "updated" && updatedRange(value) === undefined) {
      const message = "updated takes today, yesterday, 7d, 12h, or a date as 2026-11-20, with > or < before it."
      return this.problem("unknownValue", start, end, message)
    }
    this.filters.push({ key, value, not })
    return end
  }
}

/**
 * Parses an input: `[scope] {term | filter | argument}` (PRODUCT, The palette), separated by white space, commas or
 * semicolons. Never fails: invalid parts are reported in `problems`, the others count. A `#` at the very start is the
 * scope of locks; digits directly after it are an ID (`#42`), after a space part of a serial (`# 42`), and eight digits
 * are always a serial. A pasted address with eight digits after its host is that serial; any other one is a word.
 */
export const parse = (typed: string): Parsed => {
  const input = plainDigits(typed)
  const start = /^\s*/.exec(input)?.[0].length ?? 0
  const scope = scopes.find(({ sign }) => sign === input[start])?.name
  const reader = new Reader(input)
  const first = scope === undefined ? start : start + 1
  const takesUnits = scope === undefined || scope === "locks" || scope === "units"
  let at = first
  for (let parts = 0; ; parts++) {
    match(gaps, input, at)
    at = gaps.lastIndex
    if (at >= input.length) break
    if (parts === maxParts) {
      reader.problem("tooMuch", at, input.length, `Only the first ${maxParts} parts are read.`)
      break
    }
    at = reader.part(at, scope === "locks" && at === first, takesUnits)
  }
  const { terms, filters, arguments: values, problems } = reader
  return { scope, terms, filters, arguments: values, problems }
}

const written = (value: string): string => (needsQuotes.test(value) ? `"${value}"` : value)

const printTerm = ({ kind, text }: Term, before: Term | undefined): string => {
  if (kind === "phrase") return `"${text}"`
  if (kind === "id") return `#${text}`
  if (kind === "unit") return `unit ${text}`
  // A comma keeps the word unit from taking the next part as its value.
  if (before?.kind === "word" && /^units?$/i.test(before.text)) return `, ${text}`
  // A comma keeps two groups of four digits from being parsed as one serial.
  return /^\d{4}$/.test(text) && before !== undefined && /^\d{4}$/.test(before.text) ? `, ${text}` : text
}

/**
 * Formats a query as a person could have typed it: `parse(print(query))` has the same scope, terms, filters and
 * arguments. A part that would be parsed as a scope gets a leading comma.
 */
export const print = (query: Query): string => {
  const parts = [
    ...query.terms.map((term, at) => printTerm(term, query.terms[at - 1])),
    ...query.filters.map(({ key, not, value }) => `${not ? "-" : ""}${key}:${written(value)}`),
    ...query.arguments.map(({ name, value }) => `${name}=${written(value)}`)
  ]
  const body = parts.reduce((line, part) => (line === "" || part.startsWith(",") ? line + part : `${line} ${part}`), "")
  const sign = scopes.find(({ name }) => name === query.scope)?.sign
  if (sign !== undefined) return body === "" ? sign : `${sign} ${body}`
  return scopes.some((scope) => body.startsWith(scope.sign)) ? `, ${body}` : body
}

/** The serial if the input is nothing but one serial, or undefined. Enter opens it, whatever is listed. */
export const typedSerial = (query: Parsed): string | undefined => {
  const [term, ...more] = query.terms
  const alone = [more, query.filters, query.arguments, query.problems].every(({ length }) => length === 0)
  const inLocks = query.scope === undefined || query.scope === "locks"
  return alone && inLocks && term?.kind === "serial" ? term.text : undefined
}
