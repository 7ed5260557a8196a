import { Effect } from "effect"
import { broadcastNotice } from "#core/commands/noticeCommands.ts"
import { BroadcastAudience } from "#core/notices/broadcastAudiences.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = confirmedVerb(
  broadcastNotice,
  ({ message, audience }) => Effect.succeed(`Send to ${BroadcastAudience.label(audience)}: "${message}"`),
  (answer) =>
    shownRecord(answer.data, [
      { heading: "Notice", text: (row) => String(row.noticeID) },
      { heading: "Recipients", text: (row) => String(row.recipients) }
    ])
)
