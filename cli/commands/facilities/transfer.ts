import { Effect } from "effect"
import { countOf } from "#core/base/countOf.ts"
import { transferFacility } from "#core/commands/transferCommands.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { named } from "./named.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = confirmedVerb(
  transferFacility,
  ({ facilityID, email }) =>
    Effect.map(
      named(facilityID),
      ({ facilityName, no_of_locks: locks }) =>
        `${facilityName}, with ${countOf(locks, "lock")}, will be offered to ${email}. It moves to their company when they accept.`
    ),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Offered", text: (row) => String(row.facilityID) },
      { heading: "To", text: (row) => row.email },
      { heading: "Until", text: (row) => timeText(row.expiresOn) },
      { heading: "Link", text: (row) => row.link }
    ])
)
