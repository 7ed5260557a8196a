import { Random } from "#core/base/Random.ts"

/** The lock of the README and of every example: in use at the main facility, in the unit of this number (from 0), B-114. */
export const exampleLock = { serial: "10482233", unit: 73 } as const

/** Serial codes beside it to activate: in the registry, not activated. Both bounds included. */
export const walkSerials = { first: 10_482_234, last: 10_482_299 } as const

/** The combination of a serial code of the walk, known beforehand whatever the seed: its last four digits. */
export const walkCombination = (serial: string): string => serial.slice(-4)

/** A serial code as it is engraved: 8 digits, leading zeros included. */
export const serialText = (number: number): string => String(number).padStart(8, "0")

/** How many serial codes `demoSerial` can give. */
const supply = 70_000_000
/** Those of the supply that go below 2,000,000 and so begin with a zero; the others go above 32,000,000. */
const withZero = 2_000_000
/** Prime, and no divisor of the supply: multiples of it meet every number of the supply once. */
const stride = 39_916_801

/**
 * The serial code of the nth lock ever made (from 0, below 70,000,000). Scattered, none twice, and never from 2,000,000
 * to 31,999,999: the README's sample shipment, its walk, and whatever a reader types in have that range to themselves.
 */
export const demoSerial = (seed: number, nth: number): string => {
  const start = new Random(seed, 0x5e71a1).int(0, supply - 1)
  return serialText(scattered(start, nth))
}

const scattered = (start: number, nth: number): number => {
  const place = (start + nth * stride) % supply
  return place < withZero ? place : 30_000_000 + place
}

/** A serial code that no lock of the demonstration has: for requests about a lock that was mistyped. */
export const unknownSerial = (random: Random): string => serialText(random.int(25_000_000, 29_999_999))
