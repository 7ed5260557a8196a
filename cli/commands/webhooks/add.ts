import { addWebhook } from "#core/commands/webhookCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookSecret } from "./webhookColumns.ts"

export const verb = callVerb(addWebhook, ({ data }) => shownRecord(data, webhookSecret))
