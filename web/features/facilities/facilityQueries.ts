import { queryOptions } from "@tanstack/react-query"
import type { FacilityId } from "#core/base/ids.ts"
import { showFacility } from "#core/commands/facilityCommands.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for one facility as shown in its form, without secrets. */
export const facilityQuery = (facilityID: FacilityId) =>
  queryOptions({
    queryKey: ["facilities", "detail", facilityID] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<FacilityDetail> => (await run(showFacility, { facilityID }, { signal })).data
  })
