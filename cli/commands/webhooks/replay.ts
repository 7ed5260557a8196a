import { replayDelivery } from "#core/commands/webhookCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { deliveryColumns } from "./webhookColumns.ts"

export const verb = callVerb(replayDelivery, ({ data }) => shownRecord(data, deliveryColumns))
