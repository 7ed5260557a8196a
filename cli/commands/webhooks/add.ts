import { Effect } from "effect"
import { addWebhook, changeWebhook, eventsOf, listWebhooks } from "#core/commands/webhookCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { webhookUrl } from "#core/webhooks/webhookRules.ts"
import { createdOnce } from "#cli/commands/createdOnce.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { unseenWebhook } from "./unseenWebhook.ts"
import { webhookColumns, webhookSecret } from "./webhookColumns.ts"

const once = createdOnce(
  addWebhook,
  "WebhookUrlTaken",
  Effect.fnUntraced(function* ({ url, events }) {
    const { data } = yield* runOf(listWebhooks)({})
    const existing = data.find((webhook) => new URL(webhook.url).href === new URL(webhookUrl(url)).href)
    return existing === undefined
      ? null
      : yield* changeWebhook(existing.id, { events: eventsOf(events), isActive: true })
  })
)

const command = {
  ...once,
  unchanged: `${once.unchanged} Its secret isn't shown again. For a new one: lockdesk webhooks rotate`
}

const plain = callVerb(command, ({ data }, _, call) =>
  "secret" in data ? shownRecord(triedSecret(call, data), webhookSecret) : shownRecord(data, webhookColumns)
)

export const verb = verbOf(command, {
  unseen: (call) => unseenWebhook(call, "The webhook may exist, with a secret that you haven't seen."),
  run: plain.run
})
