import { Effect } from "effect"
import { setFacilityApi } from "#core/commands/facilityCommands.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { named } from "./named.ts"

export const verb = confirmedVerb(
  setFacilityApi,
  ({ facilityID, state }) =>
    Effect.map(named(facilityID), ({ facilityName }) =>
      state === "include"
        ? `${facilityName} will be included in the API.`
        : `${facilityName} will be excluded from the API.`
    ),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Id", text: (row) => String(row.facilityID) },
      { heading: "Facility", text: (row) => row.facilityName },
      { heading: "In the API", text: (row) => (row.includedInAPI ? "yes" : "no") }
    ])
)
