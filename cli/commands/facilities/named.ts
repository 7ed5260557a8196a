import { Effect } from "effect"
import { showFacility } from "#core/commands/facilityCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** The facility of an id, as it is now: what a question is about. */
export const named = (facilityID: number) => Effect.map(runOf(showFacility)({ facilityID }), ({ data }) => data)
