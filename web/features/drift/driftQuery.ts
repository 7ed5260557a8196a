import { queryOptions } from "@tanstack/react-query"
import { facilityDrift } from "#core/commands/driftCommands.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import type { TopicKey } from "#web/app/queries.ts"

/** The software was asked and failed: it is asked again when a person says so, not whenever some lock changes. */
const softwareFailed = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?._tag === "UnitsUnavailable"

/** What disagrees at a facility with this software; found anew when locks change. */
export const driftQuery = (facilityID: number, software: number) =>
  queryOptions({
    queryKey: ["locks", "drift", facilityID, software] satisfies TopicKey,
    queryFn: ({ signal }): Promise<FacilityDrift> => call(facilityDrift(facilityID), { signal }),
    enabled: ({ state }) => !softwareFailed(state.error)
  })
