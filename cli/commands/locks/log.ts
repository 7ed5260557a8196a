import { lockLog } from "#core/commands/lockCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(lockLog, (log) =>
  shownList("log entries", log.data, [
    { heading: "When", text: (line) => line.createdOn },
    { heading: "What", text: (line) => line.logDescription }
  ])
)
