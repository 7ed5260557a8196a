import { queryOptions } from "@tanstack/react-query"
import type { FacilityId } from "#core/base/ids.ts"
import { facilityDrift } from "#core/commands/driftCommands.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import type { TopicKey } from "#web/app/queries.ts"

/** The FMS failed. Retry only when the user asks for it, not whenever a lock changes. */
const softwareFailed = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?._tag === "UnitsUnavailable"

/** Query for a facility's mismatches with this FMS. Lock changes invalidate it. */
export const driftQuery = (facilityID: FacilityId, software: number) =>
  queryOptions({
    queryKey: ["locks", "drift", facilityID, software] satisfies TopicKey,
    queryFn: ({ signal }): Promise<FacilityDrift> => call(facilityDrift(facilityID), { signal }),
    enabled: ({ state }) => !softwareFailed(state.error)
  })
