import { undoLastChange } from "#core/commands/lockUndoCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"

export const verb = callVerb(undoLastChange, (undone) => shownRecord(undone.data, lockFacts))
