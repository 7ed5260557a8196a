import { Random } from "#core/base/Random.ts"

/** The lock in the README and all examples: in use at the main facility, in the unit with this index, B-114. */
export const exampleLock = { serial: "10482233", unit: 73 } as const

/** The adjacent serial codes for trying activation: in the registry, not activated. Both bounds inclusive. */
export const walkSerials = { first: 10_482_234, last: 10_482_299 } as const

/** The combination of such a serial code, independent of the seed: its last four digits. */
export const walkCombination = (serial: string): string => serial.slice(-4)

/** A serial code as engraved: 8 digits with leading zeros. */
export const serialText = (number: number): string => String(number).padStart(8, "0")

/** The number of serial codes that `demoSerial` can return. */
const supply = 70_000_000
/** How many of those are below 2,000,000 and start with a zero; the others are above 32,000,000. */
const withZero = 2_000_000
/** A prime that does not divide the supply: its multiples reach every number of the supply once. */
const stride = 39_916_801

/**
 * The serial code of the nth lock (from 0, below 70,000,000). Scattered, unique, and never from 2,000,000 to 31,999,999, which
 * is reserved for the README's sample shipment, the locks to activate, and serial codes typed by readers.
 */
export const demoSerial = (seed: number, nth: number): string => {
  const start = new Random(seed, 0x5e71a1).int(0, supply - 1)
  return serialText(scattered(start, nth))
}

const scattered = (start: number, nth: number): number => {
  const place = (start + nth * stride) % supply
  return place < withZero ? place : 30_000_000 + place
}

/** A serial code that no demonstration lock has, for requests with a typo. */
export const unknownSerial = (random: Random): string => serialText(random.int(25_000_000, 29_999_999))
