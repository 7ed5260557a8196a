import { queryOptions } from "@tanstack/react-query"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"
import type { TopicKey } from "./queries.ts"
import { loadForCall } from "./loadForCall.ts"
import { run } from "./run.ts"

// Load the commands on first use, because the palette has these queries on every screen.

/** How often to poll messages being delivered, in milliseconds. The hub doesn't report the endpoints' responses. */
export const askEvery = 2000

/** Query for the company's API keys, with masked secrets, and whether secrets are shown only once. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ["integrations", "keys"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<{ readonly data: ReadonlyArray<ApiKey>; readonly showOnce: boolean }> =>
      run((await loadForCall(() => import("#core/commands/apiKeyCommands.ts"))).listApiKeys, {}, { signal })
  })

/** Query for the company's webhooks. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ["integrations", "webhooks"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Webhook>> => {
      const { listWebhooks } = await loadForCall(() => import("#core/commands/webhookCommands.ts"))
      return (await run(listWebhooks, {}, { signal })).data
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting, isActive }) => waiting > 0 && isActive) === true ? askEvery : false
  })
