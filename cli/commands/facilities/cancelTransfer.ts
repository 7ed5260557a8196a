import { cancelTransfer } from "#core/commands/transferCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

const command = { ...cancelTransfer, unchanged: "Unchanged: there is no open offer." }

export const verb = callVerb(command, ({ data }) =>
  shownRecord(data, [
    { heading: "Facility", text: (row) => row.facilityName },
    { heading: "No longer offered to", text: (row) => row.email ?? "--" }
  ])
)
