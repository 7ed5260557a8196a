import { listApiKeys } from "#core/commands/apiKeyCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { keyColumns } from "./apiKeyColumns.ts"

export const verb = listVerb(listApiKeys, { noun: "API keys", columns: keyColumns })
