import { foldText } from "#core/base/search/foldText.ts"

/** 2 ** 26, so that a rank and an index fit exactly into one number. */
const placesInKey = 67_108_864

/**
 * Indexes sorted by their keys. NaN means null and comes last in both directions (001 §5); equal keys keep their
 * order. A hundred thousand keys take two numeric sorts without a comparator.
 */
export const placesBy = (keys: Float64Array, desc: boolean): Uint32Array => {
  const sorted = keys.filter((key) => !Number.isNaN(key)).sort()
  let distinct = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[distinct - 1]) sorted[distinct++] = sorted[at]!
  }
  const packed = new Float64Array(keys.length)
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place]!
    const rank = Number.isNaN(key) ? distinct : rankOf(sorted, distinct, key)
    packed[place] = (desc && rank < distinct ? distinct - 1 - rank : rank) * placesInKey + place
  }
  packed.sort()
  return Uint32Array.from(packed, (both) => both % placesInKey)
}

const rankOf = (sorted: Float64Array, length: number, key: number): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** A sort key whose code units give natural order: `Unit 2` before `Unit 10`, ignoring case and accents. */
export const naturalKey = (text: string): string =>
  foldText(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, "")
    return String.fromCharCode(48 + number.length) + number
  })

/** The rank of each text in natural order, for `placesBy`; NaN for null and empty texts. */
export const textKeys = (texts: ReadonlyArray<string | null>): Float64Array => {
  const keys = texts.map((text) => (text === null || text === "" ? null : naturalKey(text)))
  const ranks = new Map<string | null, number>()
  // Compare code units instead of using a collator: a hundred thousand distinct units sort ten times faster.
  for (const key of [...new Set(keys)].filter((each) => each !== null).sort()) ranks.set(key, ranks.size)
  return Float64Array.from(keys, (key) => ranks.get(key) ?? Number.NaN)
}
