import { queryOptions } from "@tanstack/react-query"
import { showRoles } from "#core/commands/roleCommands.ts"
import type { RolePermissions } from "#core/roles/RolePermissions.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the permissions of the company's roles. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: ["roles", "list"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<RolePermissions>> => (await run(showRoles, {}, { signal })).data
  })
