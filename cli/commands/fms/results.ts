import { fmsResults } from "#core/commands/fmsCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { fmsColumns } from "./fmsColumns.ts"

export const verb = callVerb(fmsResults, (found) => shownList("results", found.data, fmsColumns))
