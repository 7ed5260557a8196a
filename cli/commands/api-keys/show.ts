import { showApiKey } from "#core/commands/apiKeyCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { secretFacts } from "./apiKeyColumns.ts"

export const verb = callVerb(showApiKey, ({ data }) => shownRecord(data, secretFacts(data)))
