import { undoOwnChange } from "#core/commands/undoCommands.ts"
import { ownChangeColumns } from "#cli/commands/audit/ownChangeColumns.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = callVerb(undoOwnChange, ({ data }) => shownRecord(data, ownChangeColumns))
