import { foldText, startsWord } from "./foldText.ts"
import type { Term } from "./searchQuery.ts"
import { rank } from "./tiers.ts"

/** `start` inclusive to `end` exclusive, in UTF-16 units of the text shown. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Letters a word must have before it may match scattered (PRODUCT, The palette: Rank). */
const scatteredLetters = 3

/** A term made ready to be looked for in folded texts. */
export interface Needle {
  readonly text: string
  /** Whether its letters may also stand apart, in order. Never for a phrase: its quotes say literally. */
  readonly scatters: boolean
  /** `characterMask` of the text. */
  readonly mask: number
}

/** One bit for each letter, one for all digits, one for everything else: what a text must have to contain another. */
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
  return { text: folded, scatters: kind !== "phrase" && letters >= scatteredLetters, mask: characterMask(folded) }
}

/** Whether all characters of `text` stand in `folded` from `from` to `to`, in order. */
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

/** Where `needle` stands in `shown`, read as the tier (a number of `rank`) it was found in; empty when it does not. */
export const rangesOf = (needle: Needle, shown: string, tier: number): ReadonlyArray<Range> => {
  const folded = foldText(shown)
  if (tier === rank.scattered) return scatteredRanges(needle.text, folded)
  let at = folded.indexOf(needle.text)
  if (tier === rank.wordStart || tier === rank.synonym) {
    while (at >= 0 && !startsWord(folded, at)) at = folded.indexOf(needle.text, at + 1)
  }
  return at < 0 || needle.text === "" ? [] : [{ start: at, end: at + needle.text.length }]
}
