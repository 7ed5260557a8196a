import type { FoundAddress } from "#core/facilities/FoundAddress.ts"
import { mainFacilityName, towns, trees, ways } from "./demoFacilities.ts"

/** The invented streets of the demonstration, and its towns with a postal code and a location each, for the address search. */
export const demoStreets: ReadonlyArray<string> = [
  mainFacilityName,
  ...trees.flatMap((tree) => ways.map((way) => `${tree} ${way}`))
]

const centers: Readonly<Record<(typeof towns)[number][0], readonly [zip: string, lat: number, lng: number]>> = {
  Alderfork: ["43990", 40.4, -82.7],
  "Brindle Falls": ["16990", 40.9, -77.8],
  Coppermere: ["80990", 39.1, -105.4],
  Dunhaven: ["76990", 31.4, -99.3],
  "Eastwick Ferry": ["31990", 32.7, -83.4],
  Fallowbrook: ["97990", 44.1, -120.6],
  Greywater: ["49990", 44.2, -85.4],
  "Hollin Creek": ["28990", 35.5, -79.4]
}

export const demoTowns: ReadonlyArray<Omit<FoundAddress, "street">> = towns.map(([city, state]) => {
  const [zip, lat, lng] = centers[city]
  return { city, state, zip, lat, lng }
})
