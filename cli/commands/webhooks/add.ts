import { addWebhook } from "#core/commands/webhookCommands.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookSecret } from "./webhookColumns.ts"

export const verb = callVerb(addWebhook, ({ data }, _, call) => shownRecord(triedSecret(call, data), webhookSecret))
