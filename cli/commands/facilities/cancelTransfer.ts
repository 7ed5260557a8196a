import { cancelTransfer } from "#core/commands/transferCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = callVerb(cancelTransfer, ({ data }) =>
  shownRecord(data, [
    { heading: "Facility", text: (row) => row.facilityName },
    { heading: "No longer offered to", text: (row) => row.email ?? "--" }
  ])
)
