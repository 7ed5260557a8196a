import { queryOptions } from "@tanstack/react-query"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

// Commands are loaded when they are first asked: the palette, which has these queries, is on every screen.

/** How often messages on their way are asked for, in milliseconds: the hub does not report what an endpoint answers. */
export const askEvery = 2000

/** The company's API keys, their secrets masked, and whether secrets are shown once only. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ["integrations", "keys"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<{ readonly data: ReadonlyArray<ApiKey>; readonly showOnce: boolean }> =>
      run((await import("#core/commands/apiKeyCommands.ts")).listApiKeys, {}, { signal })
  })

/** The company's webhooks. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ["integrations", "webhooks"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Webhook>> => {
      const { listWebhooks } = await import("#core/commands/webhookCommands.ts")
      return (await run(listWebhooks, {}, { signal })).data
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting, isActive }) => waiting > 0 && isActive) === true ? askEvery : false
  })
