import { Effect } from "effect"
import { showFacility } from "#core/commands/facilityCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** The current facility with an id, for a confirmation. */
export const named = (facilityID: number) => Effect.map(runOf(showFacility)({ facilityID }), ({ data }) => data)
