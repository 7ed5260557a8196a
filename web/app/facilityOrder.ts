import type { QueryClient, QueryKey } from "@tanstack/react-query"
import type { Facility } from "#core/facilities/Facility.ts"
import { followPlace, onPlace, placeNow } from "./here.ts"
import { nearestFirst } from "./nearestFirst.ts"

type Facilities = ReadonlyArray<Facility>

/** Where an answer is cached. */
interface Cached {
  readonly client: QueryClient
  readonly queryKey: QueryKey
}

let reorder = (): void => undefined
onPlace(() => reorder())

/**
 * The order of every list of facilities and of everything a facility is chosen from, made once for each answer of the server
 * and for each place: the answer is cached in it.
 */
export const inOrder = (facilities: Facilities, { client, queryKey }: Cached): Facilities => {
  reorder = () => void client.setQueryData<Facilities>(queryKey, (known) => known && nearestFirst(known, placeNow()))
  void followPlace()
  return nearestFirst(facilities, placeNow())
}
