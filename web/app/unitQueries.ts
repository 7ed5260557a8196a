import { queryOptions } from "@tanstack/react-query"
import { listUnits } from "#core/commands/unitCommands.ts"
import type { FacilityUnits } from "#core/units/Unit.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** The units of a facility, as its management software or the company's locks tell them. */
export const unitsQuery = (facilityID: number) =>
  queryOptions({
    queryKey: ["facilities", "units", facilityID] satisfies TopicKey,
    queryFn: ({ signal }): Promise<FacilityUnits> => run(listUnits, { facilityID }, { signal })
  })
