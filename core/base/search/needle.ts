import { foldText, startsWord } from "./foldText.ts"
import type { Term } from "./searchQuery.ts"
import { rank } from "./tiers.ts"

/** `start` inclusive to `end` exclusive, in UTF-16 units of the displayed text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The minimum length of a word that may match scattered (PRODUCT, The palette: Rank). */
const scatteredLetters = 3

/** The minimum length of a word that may have a missing letter or two swapped ones. */
const misspelledLetters = 4

/** Characters people leave out when they say or type a unit: `b110` is B-110. */
const betweenUnitParts = /[\s\-_./]+/g

/** A folded unit without spaces and hyphens, as people say it. */
export const spokenUnit = (folded: string): string => folded.replace(betweenUnitParts, "")

/** A term prepared for matching folded texts. */
export interface Needle {
  readonly text: string
  /** Whether its letters may be scattered, in order. Never for a phrase: quotes mean literal. */
  readonly scatters: boolean
  /** Whether it may have two adjacent letters swapped or one missing. Never with a digit: that would be another lock. */
  readonly misspells: boolean
  /** The `characterMask` of the text. */
  readonly mask: number
}

/** One bit per letter, one for all digits, one for everything else. A text contains another only if it has all its bits. */
export const characterMask = (folded: string): number => {
  let mask = 0
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? 26 : 27)
  }
  return mask
}

export const needleOf = ({ kind, text }: Pick<Term, "kind" | "text">): Needle => {
  const folded = foldText(text.trim().replace(/\s+/g, " "))
  const letters = folded.match(/\p{L}/gu)?.length ?? 0
  return {
    text: folded,
    scatters: kind !== "phrase" && letters >= scatteredLetters,
    misspells: kind !== "phrase" && letters >= misspelledLetters && letters === folded.length,
    mask: characterMask(folded)
  }
}

/** The end of `text` in `folded` at `at`, with two adjacent letters swapped or one missing; -1 if it does not match. */
const misspelledEnd = (text: string, folded: string, at: number, end: number): number => {
  const { length } = text
  let same = 0
  while (same < length && folded.charCodeAt(at + same) === text.charCodeAt(same)) same++
  const slip = at + same
  // The first letter is rarely wrong, and without it Ample would match Maple.
  if (same === 0) return -1
  const rest = text.slice(same + 2)
  const swapped =
    folded.charCodeAt(slip) === text.charCodeAt(same + 1) && folded.charCodeAt(slip + 1) === text.charCodeAt(same)
  if (swapped && folded.startsWith(rest, slip + 2) && at + length <= end) return at + length
  const lacking = at + length < end && folded[slip] !== "\n"
  return lacking && folded.startsWith(text.slice(same), slip + 1) ? at + length + 1 : -1
}

/** The first word between `from` and `to` that starts with the needle with at most one edit, or undefined. */
export const misspelledIn = ({ text }: Needle, folded: string, from: number, to: number): Range | undefined => {
  for (let at = from; at + text.length <= to; at++) {
    if (!startsWord(folded, at)) continue
    const end = misspelledEnd(text, folded, at, to)
    if (end >= 0) return { start: at, end }
  }
  return undefined
}

/** Whether all characters of `text` occur in order between `from` and `to` in `folded`. */
export const standsScattered = (text: string, folded: string, from: number, to: number): boolean => {
  let next = 0
  for (let at = from; at < to && next < text.length; at++) {
    if (folded.charCodeAt(at) === text.charCodeAt(next)) next++
  }
  return next === text.length
}

const scatteredRanges = (text: string, folded: string): ReadonlyArray<Range> => {
  const ranges: Array<{ start: number; end: number }> = []
  let next = 0
  for (let at = 0; at < folded.length && next < text.length; at++) {
    if (folded[at] !== text[next]) continue
    next++
    const last = ranges.at(-1)
    if (last?.end === at) last.end++
    else ranges.push({ start: at, end: at + 1 })
  }
  return next === text.length ? ranges : []
}

/** The range to highlight in a unit that matched without spaces and hyphens. */
export const spokenRangesOf = (needle: Needle, shown: string, tier: number): ReadonlyArray<Range> => {
  const folded = foldText(shown)
  const kept = [...folded.matchAll(/[^\s\-_./]/g)].map(({ index }) => index)
  return rangesOf({ ...needle, text: spokenUnit(needle.text) }, spokenUnit(folded), tier).map(({ start, end }) => ({
    start: kept[start] ?? 0,
    end: (kept[end - 1] ?? 0) + 1
  }))
}

/** The ranges of `needle` in `shown` for the tier (a value of `rank`) in which it matched; empty if it does not match. */
export const rangesOf = (needle: Needle, shown: string, tier: number): ReadonlyArray<Range> => {
  const folded = foldText(shown)
  if (tier === rank.scattered) return scatteredRanges(needle.text, folded)
  if (tier === rank.misspelled) return [misspelledIn(needle, folded, 0, folded.length) ?? []].flat()
  let at = folded.indexOf(needle.text)
  if (tier === rank.wordStart || tier === rank.synonym) {
    while (at >= 0 && !startsWord(folded, at)) at = folded.indexOf(needle.text, at + 1)
  }
  return at < 0 || needle.text === "" ? [] : [{ start: at, end: at + needle.text.length }]
}
