import { foldText, startsWord } from "./foldText.ts"

/** A normalized filter value. */
export interface FilterText {
  readonly text: string
  /** Whether the texts are lists of names separated by spaces, as for `is:`, instead of single names. */
  readonly list: boolean
}

/**
 * Normalizes a text for filters: folded, with hyphens and underscores as spaces, so that `tenant-using` finds Tenant Using
 * Lock.
 */
const plain = (text: string): string => foldText(text).replace(/[-_]/g, " ")

export const filterText = (value: string, list = false): FilterText => ({
  text: (list ? foldText(value) : plain(value)).trim(),
  list
})

/** 2 if the value equals the text, a name in the list, or the tag; 1 if a word starts with it; otherwise 0. */
export const filterStrength = ({ text: value, list }: FilterText, shown: string, tag = ""): 0 | 1 | 2 => {
  if (value === "") return 0
  const text = list ? foldText(shown) : plain(shown)
  if (text === value || (tag !== "" && tag === value)) return 2
  if (list && ` ${text} `.includes(` ${value} `)) return 2
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) if (startsWord(text, at)) return 1
  return 0
}
