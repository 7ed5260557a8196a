import { queryOptions } from "@tanstack/react-query"
import type { WebhookId } from "#core/base/ids.ts"
import { tailWebhook } from "#core/commands/webhookCommands.ts"
import type { Delivery } from "#core/webhooks/Webhook.ts"
import { askEvery } from "#web/app/integrationQueries.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the newest messages of a webhook. */
export const deliveriesQuery = (id: WebhookId) =>
  queryOptions({
    queryKey: ["integrations", "deliveries", id] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Delivery>> => (await run(tailWebhook, { id }, { signal })).data,
    refetchInterval: askEvery
  })
