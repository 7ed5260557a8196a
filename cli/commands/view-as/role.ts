import { viewAsRole } from "#core/commands/viewingCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { viewingColumns } from "./viewingColumns.ts"

export const verb = callVerb(viewAsRole, ({ data }) => shownRecord(data, viewingColumns))
