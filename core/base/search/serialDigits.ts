/**
 * Part of a serial, prepared so that two table lookups test a serial: one by its first four digits (`head`), one by its
 * last four (`tail`). The serial contains the part if both entries share a bit: one bit for lying within the head, one
 * for within the tail, and one for each way to lie across the middle.
 */
export interface SerialDigits {
  readonly head: Uint8Array
  readonly tail: Uint8Array
  /** The range of serials (as numbers, inclusive) that start with the part. */
  readonly low: number
  readonly high: number
  /** Whether it is a complete serial. */
  readonly whole: boolean
}

const half = 10_000
const inHead = 1
const inTail = 2

/** Four-digit numbers that have `value` (`length` digits) after `before` other digits. */
const eachWith = (value: number, length: number, before: number, visit: (number: number) => void): void => {
  const after = 10 ** (4 - before - length)
  const step = 10 ** (4 - before)
  for (let front = 0; front < 10 ** before; front++) {
    for (let back = 0; back < after; back++) visit(front * step + value * after + back)
  }
}

/** Prepares 1 to 8 digits; undefined for any other text. The cost does not depend on the number of serials. */
export const serialDigits = (digits: string): SerialDigits | undefined => {
  if (!/^\d{1,8}$/.test(digits)) return undefined
  const head = new Uint8Array(half).fill(inTail)
  const tail = new Uint8Array(half).fill(inHead)
  const { length } = digits
  for (let before = 0; before + length <= 4; before++) {
    eachWith(Number(digits), length, before, (number) => {
      head[number]! |= inHead
      tail[number]! |= inTail
    })
  }
  for (let split = Math.max(1, length - 4); split <= Math.min(4, length - 1); split++) {
    const bit = 1 << (1 + split)
    eachWith(Number(digits.slice(0, split)), split, 4 - split, (number) => void (head[number]! |= bit))
    eachWith(Number(digits.slice(split)), length - split, 0, (number) => void (tail[number]! |= bit))
  }
  const step = 10 ** (8 - length)
  const low = Number(digits) * step
  return { head, tail, low, high: low + step - 1, whole: length === 8 }
}
