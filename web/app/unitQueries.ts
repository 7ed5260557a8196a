import { queryOptions, skipToken } from "@tanstack/react-query"
import type { FacilityId } from "#core/base/ids.ts"
import { listUnits } from "#core/commands/unitCommands.ts"
import type { FacilityUnits } from "#core/units/Unit.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** Query for the units of a facility (none if it is null), from its FMS or from the company's locks. */
export const unitsQuery = (facilityID: FacilityId | null) =>
  queryOptions({
    queryKey: ["facilities", "units", facilityID] satisfies TopicKey,
    queryFn:
      facilityID === null
        ? skipToken
        : ({ signal }): Promise<FacilityUnits> => run(listUnits, { facilityID }, { signal })
  })
