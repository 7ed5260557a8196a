import { queryOptions } from "@tanstack/react-query"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { showAutomations } from "#core/commands/automationCommands.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the company's automations. */
export const automationQuery = () =>
  queryOptions({
    queryKey: ["automations", "profile"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<AutomationProfile> => (await run(showAutomations, {}, { signal })).data
  })
