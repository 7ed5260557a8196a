import { editWebhook } from "#core/commands/webhookCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookColumns } from "./webhookColumns.ts"

export const verb = callVerb(editWebhook, ({ data }) => shownRecord(data, webhookColumns))
