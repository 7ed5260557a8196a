import { queryOptions } from "@tanstack/react-query"
import { listSubdomains, showPortal } from "#core/commands/subdomainCommands.ts"
import type { Portal } from "#core/subdomains/Portal.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the company's subdomains by name. */
export const subdomainsQuery = () =>
  queryOptions({
    queryKey: ["subdomains", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Subdomain>> => (await run(listSubdomains, {}, { signal })).data
  })

/** Query for the public view of a subdomain. */
export const portalQuery = (subdomainUrl: string) =>
  queryOptions({
    queryKey: ["subdomains", "portal", subdomainUrl] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<Portal> => (await run(showPortal, { subdomainUrl }, { signal })).data
  })
