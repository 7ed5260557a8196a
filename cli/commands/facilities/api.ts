import { Effect } from "effect"
import { toggleFacilityApi } from "#core/commands/facilityCommands.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { named } from "./named.ts"

export const verb = confirmedVerb(
  toggleFacilityApi,
  ({ facilityID }) =>
    Effect.map(named(facilityID), ({ facilityName, includedInAPI }) =>
      includedInAPI ? `${facilityName} will be excluded from the API.` : `${facilityName} will be included in the API.`
    ),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Id", text: (row) => String(row.facilityID) },
      { heading: "In the API", text: (row) => (row.includedInAPI ? "yes" : "no") }
    ])
)
