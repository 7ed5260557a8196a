/**
 * The candidate a misspelled word most likely meant, ignoring case; undefined if none is close: at most one edit per
 * three letters of the longer word, or what `slipsOf` allows. An edit is a letter added, missing, replaced or swapped with its neighbor.
 */
export const closest = <const A extends string>(
  word: string,
  candidates: ReadonlyArray<A>,
  slipsOf: (letters: number) => number = (letters) => Math.ceil(letters / 3)
): A | undefined => {
  const typed = word.toLowerCase()
  let best: A | undefined
  let bestSlips = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const slips = slipsBetween(typed, candidate.toLowerCase())
    if (slips < bestSlips && slips <= slipsOf(Math.max(typed.length, candidate.length))) {
      best = candidate
      bestSlips = slips
    }
  }
  // A word that shares only its length with the candidate is not a misspelling of it.
  return best !== undefined && bestSlips < Math.max(typed.length, 2) ? best : undefined
}

/** Optimal string alignment distance, in three rows. */
const slipsBetween = (a: string, b: string): number => {
  let beforeLast: Array<number> = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let slips = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, at(beforeLast, j - 2) + 1)
      }
      row.push(slips)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: ReadonlyArray<number>, index: number): number => row[index] ?? Number.POSITIVE_INFINITY
