import { foldText } from "#core/base/search/foldText.ts"
import type { Query, Term } from "#core/base/search/searchQuery.ts"
import type { SearchIndex } from "#core/base/search/ranking.ts"
import { search } from "#core/base/search/ranking.ts"
import { nearestChoice } from "#core/base/didYouMean.ts"
import { parseReason } from "#core/reveals/revealReasons.ts"
import type { FieldHead } from "./Command.ts"
import type { CommandHead } from "./registry.ts"
import { takesOf } from "./takesOf.ts"

/** A command typed with its inputs on one line: `status 4735 5143 lost`. */
export interface TypedLine {
  readonly command: CommandHead
  /** The text typed for each field: a lock by serial code or `#id`, a choice by its name. */
  readonly words: Readonly<Record<string, string>>
  /** No required input is missing. */
  readonly complete: boolean
}

/** Limits: the number of lines listed, and the number of facilities that the same words may match. */
const mostLines = 4

/** The minimum length of a prefix that matches a word. */
const leastLetters = 3

const wordsIn = (text: string): ReadonlyArray<string> => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

const begins = (word: string, typed: string): boolean =>
  word === typed || (typed.length >= leastLetters && word.startsWith(typed))

interface Names {
  readonly title: ReadonlyArray<string>
  /** The verbs of its title and its terminal name: rotate, deactivate. */
  readonly verbs: ReadonlyArray<string>
  /** The other words of its title and terminal name. */
  readonly own: ReadonlyArray<string>
  readonly others: ReadonlyArray<string>
}

const names = new WeakMap<CommandHead, Names>()

/** The words that name a command. Looked up on every keystroke, so they are cached. */
const namesOf = (command: CommandHead): Names => {
  const known = names.get(command)
  if (known !== undefined) return known
  const title = wordsIn(command.title)
  const path = (command.terminal?.path ?? []).map((word) => wordsIn(word ?? ""))
  const verbs = [...title.slice(0, 1), ...(path.at(-1) ?? [])]
  const made = { title, verbs, own: [...title, ...path.flat()], others: command.keywords.flatMap(wordsIn) }
  names.set(command, made)
  return made
}

/** How well a typed word names a command: as a word of its title or terminal name, as a synonym, or not at all. */
const weightOf = (command: CommandHead, typed: string): number => {
  const { own, others } = namesOf(command)
  return own.some((word) => begins(word, typed)) ? 2 : others.some((word) => begins(word, typed)) ? 1 : 0
}

/** Whether the words include a verb of the command: `rotate`, `deactivate`. */
export const includesVerb = (command: CommandHead, words: ReadonlyArray<string>): boolean =>
  namesOf(command).verbs.some((verb) => words.some((word) => begins(verb, foldText(word))))

/** Whether the words name a field the command sets, or its verb: `color`, `transfer`. */
const namesField = (command: CommandHead, words: ReadonlyArray<string>): boolean => {
  const isNamed = (names: ReadonlyArray<string>) => names.some((name) => words.some((word) => begins(name, word)))
  const labels = Object.values(command.input).flatMap(({ label, picks }) => (picks === "lock" ? [] : wordsIn(label)))
  return isNamed(labels) || isNamed(namesOf(command).verbs.filter((verb) => verb !== "set" && verb !== "change"))
}

/** The order in which fields are tried: fields that accept only certain words come first. */
const kinds = ["lock", "user", "apiKey", "webhook", "facility", "choice", "number", "unit", "reason"] as const

/** Kinds of things a line refers to by name. */
export type Named = "facility" | "user" | "apiKey" | "webhook"

/** For each kind, the function that finds the names matching the typed words. */
export type NamesByKind = {
  readonly [kind in Named]?: ((typed: string) => ReadonlyArray<string>) | undefined
}

const kindOf = (key: string, field: FieldHead): (typeof kinds)[number] | undefined => {
  const { picks, choices, positional, optional } = field
  if (picks === "lock" || picks === "reason" || picks === "user" || picks === "apiKey" || picks === "webhook")
    return picks
  if (picks === "facility" || picks === "facilities") return "facility"
  if (picks === "file") return undefined
  if (choices !== undefined) return "choice"
  if (key === "unit") return "unit"
  // An optional text option would accept anything that was typed.
  const named = positional === true || optional !== true
  return named && takesOf(field) === "number" ? "number" : undefined
}

/**
 * Finds the best matches of typed words in an index of names. Keeps the matches of each text, because several commands of a
 * line ask for the same.
 */
export const namesIn = (index: SearchIndex, kind: "facilities" | "people") => {
  const find = (typed: string): ReadonlyArray<string> => {
    const query = { scope: undefined, terms: [{ kind: "phrase", text: typed } as const], filters: [], arguments: [] }
    const { rows } = search(index, query, { kinds: [kind], limit: mostLines })
    const titles = rows
      .filter(({ tier }) => tier === rows[0]?.tier && tier !== "synonym")
      .flatMap(({ id }) =>
        [...index.entries.placesOf(String(id))].flatMap((at) => index.entries.entries[at]?.title ?? [])
      )
    return [...new Set(titles)]
  }
  const known = new Map<string, ReadonlyArray<string>>()
  return (typed: string): ReadonlyArray<string> => {
    const names = known.get(typed) ?? find(typed)
    known.set(typed, names)
    return names
  }
}

/** Whether consecutive words of a text start with the typed words; the last one may be incomplete. */
const hasWords = (text: string, typed: string): boolean =>
  wordsIn(text).some((_, at, all) => all.slice(at).join(" ").startsWith(typed))

/** Finds names by typed words: the exact name, or all names that contain the words. */
export const namesAmong =
  (names: ReadonlyArray<string>) =>
  (typed: string): ReadonlyArray<string> => {
    const wanted = wordsIn(typed).join(" ")
    const whole = names.filter((name) => wordsIn(name).join(" ") === wanted)
    const near =
      whole.length === 0 && wanted.length >= leastLetters ? names.filter((name) => hasWords(name, wanted)) : whole
    return [...new Set(near)].slice(0, mostLines)
  }

/** The choice with this name or, for a required field, the only choice with a word that starts with it. */
const choiceOf = ({ choices = [], optional }: FieldHead, typed: string): string | undefined => {
  const wanted = foldText(typed)
  const whole = choices.find((choice) => foldText(choice) === wanted)
  const near = choices.filter((choice) => hasWords(choice, wanted))
  return whole ?? (optional !== true && wanted.length >= leastLetters && near.length === 1 ? near[0] : undefined)
}

const text = (terms: ReadonlyArray<Term>): string => terms.map((term) => term.text).join(" ")

/** The longest prefix of `terms` that `read` accepts: the result, and how many terms it used. */
const longest = (
  terms: ReadonlyArray<Term>,
  read: (typed: string) => ReadonlyArray<string>
): { readonly words: ReadonlyArray<string>; readonly count: number } | undefined => {
  const most = terms.findIndex(({ kind }) => kind === "serial" || kind === "id" || kind === "unit")
  for (let count = most === -1 ? terms.length : most; count > 0; count--) {
    const words = read(text(terms.slice(0, count)))
    if (words.length > 0) return { words, count }
  }
  return undefined
}

type Taken = ReturnType<typeof longest>

/**
 * How much unmatched text is accepted as typed, so that the row can list the allowed values instead of running: none,
 * misspelled choices, or any text in place of a choice or facility.
 */
type Slips = "none" | "near" | "any"

/** The terms a field takes from those left. Several words are alternatives. */
const take = (
  kind: (typeof kinds)[number],
  field: FieldHead,
  left: ReadonlyArray<Term>,
  meant: NamesByKind,
  slips: Slips
): Taken => {
  const [term] = left
  if (term === undefined) return undefined
  const one = (word: string): Taken => ({ words: [word], count: 1 })
  switch (kind) {
    case "lock":
      return term.kind === "serial" ? one(term.text) : term.kind === "id" ? one(`#${term.text}`) : undefined
    case "unit":
      if (/^units?$/i.test(term.text) && left[1] !== undefined) return { words: [left[1].text], count: 2 }
      return term.kind === "unit" || (term.kind !== "serial" && /\d/.test(term.text)) ? one(term.text) : undefined
    case "facility":
    case "user":
    case "apiKey":
    case "webhook":
      if (kind !== "facility" && kind !== "user" && /^\d+$/.test(term.text) && term.kind !== "serial")
        return one(term.text)
      return (
        longest(left, meant[kind] ?? (() => [])) ??
        (slips === "any" && kind === "facility" ? longest(left, (typed) => [typed]) : undefined)
      )
    case "choice":
      return longest(left, (typed) => {
        const choice = choiceOf(field, typed)
        if (choice !== undefined) return [choice]
        return slips === "any" || (slips === "near" && nearestChoice(typed, field.choices ?? []) !== undefined)
          ? [typed]
          : []
      })
    case "number":
      return /^\d+$/.test(term.text) && term.kind !== "serial" ? one(term.text) : undefined
    case "reason": {
      // A serial code is another lock, not part of a reason.
      if (left.some((each) => each.kind === "serial")) return undefined
      const reason = parseReason(text(left)) ?? (slips === "any" ? text(left) : undefined)
      return reason === undefined ? undefined : { words: [reason], count: left.length }
    }
  }
}

type Words = Readonly<Record<string, string>>

/** Assigns every term to a field; undefined if a term fits none. */
const assign = (
  command: CommandHead,
  terms: ReadonlyArray<Term>,
  meant: NamesByKind,
  slips: Slips
): ReadonlyArray<Words> | undefined => {
  const open = Object.entries(command.input).flatMap(([key, field]) => {
    const kind = field.asked === undefined ? kindOf(key, field) : undefined
    return kind === undefined ? [] : [{ key, field, kind }]
  })
  open.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  let lines: ReadonlyArray<Words> = [{}]
  let left = terms
  while (left.length > 0) {
    const at = open.findIndex(({ field, kind }) => take(kind, field, left, meant, slips) !== undefined)
    const [found] = at === -1 ? [] : open.splice(at, 1)
    const taken = found === undefined ? undefined : take(found.kind, found.field, left, meant, slips)
    if (found === undefined || taken === undefined) return undefined
    lines = lines.flatMap((line) => taken.words.slice(0, mostLines).map((word) => ({ ...line, [found.key]: word })))
    left = left.slice(taken.count)
  }
  const inOrder = Object.keys(command.input)
  return lines.map((line) =>
    Object.fromEntries(Object.entries(line).toSorted(([a], [b]) => inOrder.indexOf(a) - inOrder.indexOf(b)))
  )
}

const isComplete = (command: CommandHead, words: Words): boolean =>
  Object.entries(command.input).every(
    ([key, { optional, asked }]) => optional === true || asked === "never" || words[key] !== undefined
  )

/** The fraction of the title that was typed. Breaks ties in favor of the command with fewer other words. */
const share = (command: CommandHead, typed: ReadonlyArray<string>): number => {
  const { title } = namesOf(command)
  return title.filter((word) => typed.some((name) => begins(word, name))).length / title.length
}

/**
 * The commands a line names with their inputs, best first: words of the command's name, then its inputs in any order
 * (PRODUCT, The palette: argument). Empty if a word fits no input.
 */
export const typedLines = (
  { scope, terms, filters }: Query,
  commands: Iterable<CommandHead>,
  meant: NamesByKind
): ReadonlyArray<TypedLine> => {
  if (terms.length < 2 || filters.length > 0 || (scope !== undefined && scope !== "commands")) return []
  const folded = terms.map((term) => (term.kind === "word" ? foldText(term.text) : ""))
  const found = [...commands].flatMap((command) => {
    if (command.does.call === undefined || command.does.view === true) return []
    const weights = folded.map((word) => (word === "" ? 0 : weightOf(command, word)))
    const named = weights.indexOf(0) === -1 ? weights.length : weights.indexOf(0)
    // Try fewer words as the name and more as inputs: `lost 4735 5143` names the command by its value.
    const readings = Array.from({ length: named + 1 }, (_, fewer) => named - fewer).flatMap((count) => {
      if (named === 0 || count === terms.length) return []
      const inputs = terms.slice(count)
      // Accept misspelled words only if the line includes a lock and a verb.
      const isAboutLock = count > 0 && inputs.some(({ kind }) => kind === "serial")
      const slips: ReadonlyArray<Slips> = !isAboutLock
        ? ["none"]
        : namesField(command, folded.slice(0, count))
          ? ["none", "near", "any"]
          : ["none", "near"]
      // `user dana` is a search for a person: without a verb, a name is not an input.
      const known = includesVerb(command, folded.slice(0, count)) ? meant : { facility: meant.facility }
      const lines = slips.reduce<ReturnType<typeof assign>>(
        (found, each) => found ?? assign(command, inputs, known, each),
        undefined
      )
      return (lines ?? []).map((words) => ({ words, complete: isComplete(command, words), count }))
    })
    const best = readings.toSorted((a, b) => Object.keys(b.words).length - Object.keys(a.words).length)
    const most = Object.keys(best[0]?.words ?? {}).length
    const weight = weights.slice(0, named).reduce((sum, each) => sum + each, 0)
    const rank = weight + share(command, folded.slice(0, named))
    return best
      .filter(({ words, count }) => Object.keys(words).length === most && count === best[0]?.count)
      .map(({ words, complete }) => ({ line: { command, words, complete }, rank }))
  })
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, mostLines)
    .map(({ line }) => line)
}
