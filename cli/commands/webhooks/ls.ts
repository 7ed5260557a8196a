import { listWebhooks } from "#core/commands/webhookCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { webhookColumns } from "./webhookColumns.ts"

export const verb = listVerb(listWebhooks, { noun: "webhooks", columns: webhookColumns })
