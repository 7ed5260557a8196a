import { queryOptions } from "@tanstack/react-query"
import { showSettings } from "#core/commands/settingsCommands.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the company's settings. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ["settings", "profile"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<CompanySettings> => (await run(showSettings, {}, { signal })).data
  })
