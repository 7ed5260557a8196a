import { readNotices } from "#core/commands/noticeCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = callVerb(readNotices, (answer) =>
  shownRecord(answer.data, [{ heading: "Marked as read", text: (row) => String(row.read) }])
)
