import { Effect } from "effect"
import type { FacilityId } from "#core/base/ids.ts"
import { showFacility } from "#core/commands/facilityCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** The current facility with an id, for a confirmation. */
export const named = (facilityID: FacilityId) => Effect.map(runOf(showFacility)({ facilityID }), ({ data }) => data)
