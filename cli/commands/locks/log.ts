import { lockLog } from "#core/commands/lockCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(lockLog, {
  noun: "log entries",
  columns: [
    { heading: "When", text: (line) => timeText(line.createdOn), shrinks: "first" },
    { heading: "What", text: (line) => line.logDescription }
  ]
})
