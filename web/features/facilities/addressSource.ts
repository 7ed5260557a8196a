import type { Place } from "#core/facilities/distance.ts"
import { foldText } from "#core/base/search/foldText.ts"

/** An address that was found, whole: choosing it fills these fields of the form (001 §5). */
export interface FoundAddress extends Place {
  readonly street: string
  readonly city: string
  /** The region's code. */
  readonly state: string
  readonly zip: string
}

/** Whoever knows addresses. An installation may put a maps service in its place. */
export interface AddressSource {
  readonly find: (text: string, signal: AbortSignal) => Promise<ReadonlyArray<FoundAddress>>
}

/** How many are offered, and how much has to be typed. */
const most = 8
const least = 3

/** Ways to part what was typed into a street and the beginning of a city: at a comma, else at each blank. */
const parted = (text: string): ReadonlyArray<readonly [street: string, city: string]> => {
  const [street = "", ...rest] = text.split(",").map((part) => part.trim())
  if (rest.length > 0) return [[street, rest[0] ?? ""]]
  const words = text.trim().split(/\s+/)
  return words.map((_, at) => [words.slice(0, at).join(" "), words.slice(at).join(" ")] as const)
}

/** The default, which works without a network: cities of a small table, the street as it was typed. */
export const offlineAddresses: AddressSource = {
  find: async (text) => {
    if (text.trim().length < least) return []
    const { places } = await import("./places.ts")
    const found = parted(text).flatMap(([street, typed]) => {
      const wanted = foldText(typed)
      if (wanted.length < least) return []
      return places
        .filter(([city]) => foldText(city).startsWith(wanted))
        .map(([city, state, zip, lat, lng]): FoundAddress => ({ street, city, state, zip, lat, lng }))
    })
    return found.slice(0, most)
  }
}
