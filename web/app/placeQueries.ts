import { queryOptions } from "@tanstack/react-query"
import { listFacilities, listUsers } from "#core/commands/placeCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** The company's facilities. */
export const facilitiesQuery = () =>
  queryOptions({
    queryKey: ["facilities", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Facility>> => (await run(listFacilities, {}, { signal })).data
  })

/** The company's team users. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ["users", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<TeamUser>> => (await run(listUsers, {}, { signal })).data
  })
