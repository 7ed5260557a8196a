import { queryOptions } from "@tanstack/react-query"
import { listWebhooks, tailWebhook } from "#core/commands/webhookCommands.ts"
import type { Delivery, Webhook } from "#core/webhooks/Webhook.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** How often messages on their way are asked for, in milliseconds: the hub does not report what an endpoint answers. */
const askEvery = 2000

/** The company's webhooks. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ["integrations", "webhooks"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Webhook>> => (await run(listWebhooks, {}, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting, isActive }) => waiting > 0 && isActive) === true ? askEvery : false
  })

/** The newest messages of a webhook. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ["integrations", "deliveries", id] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Delivery>> => (await run(tailWebhook, { id }, { signal })).data,
    refetchInterval: askEvery
  })
