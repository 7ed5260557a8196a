import { queryOptions } from "@tanstack/react-query"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { listApiKeys } from "#core/commands/apiKeyCommands.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** The company's API keys, their secrets masked, and whether secrets are shown once only. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ["integrations", "keys"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<{ readonly data: ReadonlyArray<ApiKey>; readonly showOnce: boolean }> =>
      run(listApiKeys, {}, { signal })
  })
