import { foldText } from "#core/base/search/foldText.ts"
import type { FoundAddress } from "#core/facilities/FoundAddress.ts"
import { demoStreets, demoTowns } from "../demo/demoStreets.ts"
import { cities } from "./cities.ts"

/** The maximum number of suggestions, and the minimum length of a city prefix. */
const most = 8
const least = 3

/** Ways to split the text into a street and the start of a city: at a comma, otherwise at each space. */
const parted = (text: string): ReadonlyArray<readonly [street: string, city: string]> => {
  const [street = "", ...rest] = text.split(",").map((part) => part.trim())
  if (rest.length > 0) return [[street, rest[0] ?? ""]]
  const words = text.trim().split(/\s+/)
  return words.map((_, at) => [words.slice(0, at).join(" "), words.slice(at).join(" ")] as const)
}

/** The demonstration's streets whose name starts with the typed text, with the typed house number. */
const inDemonstration = (text: string): ReadonlyArray<FoundAddress> => {
  const [typed = "", town = ""] = text.split(",").map((part) => part.trim())
  const [, number = "", name = ""] = /^(\d*)\s*(.*)$/.exec(typed) ?? []
  const [street, city] = [foldText(name), foldText(town)]
  if (street.length < least) return []
  const towns = demoTowns.filter((each) => foldText(each.city).startsWith(city))
  return demoStreets
    .filter((each) => foldText(each).startsWith(street))
    .flatMap((each) => towns.map((place) => ({ ...place, street: `${number} ${each}`.trim() })))
}

/** Addresses without a provider: larger cities with the typed street, and the demonstration's streets if enabled. */
export const knownAddresses = (text: string, demonstration: boolean): ReadonlyArray<FoundAddress> => {
  const inCities = parted(text).flatMap(([street, typed]) => {
    const wanted = foldText(typed)
    if (wanted.length < least) return []
    return cities
      .filter(([city]) => foldText(city).startsWith(wanted))
      .map(([city, state, zip, lat, lng]): FoundAddress => ({ street, city, state, zip, lat, lng }))
  })
  return [...(demonstration ? inDemonstration(text) : []), ...inCities].slice(0, most)
}
