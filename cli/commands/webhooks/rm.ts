import { Effect } from "effect"
import { removeWebhook } from "#core/commands/webhookCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { webhookNamed } from "./webhookNamed.ts"

export const verb = confirmedVerb(
  removeWebhook,
  ({ id }) => Effect.map(webhookNamed(id), (webhook) => `${webhook} and its messages will be removed.`),
  (_, { id }) => shownRecord({ id }, [{ heading: "Removed", text: (row) => String(row.id) }])
)
