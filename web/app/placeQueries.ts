import { queryOptions } from "@tanstack/react-query"
import { listFacilities, listUsers } from "#core/commands/placeCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"
import { loadForCall } from "./loadForCall.ts"

/**
 * Query for the company's facilities in the order of `facilityOrder.ts`: nearest first if the location is known, else
 * by name.
 */
export const facilitiesQuery = () =>
  queryOptions({
    queryKey: ["facilities", "list"] satisfies TopicKey,
    queryFn: async (cached): Promise<ReadonlyArray<Facility>> => {
      const { data } = await run(listFacilities, {}, cached)
      return (await loadForCall(() => import("./facilityOrder.ts"))).inOrder(data, cached)
    }
  })

/** Query for the company's users. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ["users", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<TeamUser>> => (await run(listUsers, {}, { signal })).data
  })
