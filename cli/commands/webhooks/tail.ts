import { mostNewest } from "#core/base/paging.ts"
import { shownDeliveries, tailWebhook } from "#core/commands/webhookCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { deliveryColumns } from "./webhookColumns.ts"

export const verb = listVerb(tailWebhook, {
  noun: "messages",
  columns: deliveryColumns,
  pieces: { most: mostNewest, after: ({ deliveryID }) => ({ from: deliveryID }), usual: () => shownDeliveries }
})
