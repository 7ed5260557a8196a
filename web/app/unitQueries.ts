import { queryOptions } from "@tanstack/react-query"
import { listUnits } from "#core/commands/unitCommands.ts"
import type { FacilityUnits } from "#core/units/Unit.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** Query for the units of a facility, from its FMS or from the company's locks. */
export const unitsQuery = (facilityID: number) =>
  queryOptions({
    queryKey: ["facilities", "units", facilityID] satisfies TopicKey,
    queryFn: ({ signal }): Promise<FacilityUnits> => run(listUnits, { facilityID }, { signal })
  })
