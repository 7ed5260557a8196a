import type { QueryClient, QueryKey } from "@tanstack/react-query"
import type { Facility } from "#core/facilities/Facility.ts"
import { followPlace, onPlace, placeNow } from "./here.ts"
import { nearestFirst } from "./nearestFirst.ts"

type Facilities = ReadonlyArray<Facility>

/** Where a response is cached. */
interface Cached {
  readonly client: QueryClient
  readonly queryKey: QueryKey
}

let reorder = (): void => undefined
onPlace(() => reorder())

/**
 * Sorts facilities for every list and picker, once per response and browser location. The sorted list is written back
 * to the cache.
 */
export const inOrder = (facilities: Facilities, { client, queryKey }: Cached): Facilities => {
  reorder = () => void client.setQueryData<Facilities>(queryKey, (known) => known && nearestFirst(known, placeNow()))
  void followPlace()
  return nearestFirst(facilities, placeNow())
}
