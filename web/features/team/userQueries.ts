import { queryOptions } from "@tanstack/react-query"
import { listRoles } from "#core/commands/userCommands.ts"
import type { RoleOption } from "#core/team/TeamUser.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** Query for the roles the signed-in user may assign. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: ["users", "roles"] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<RoleOption>> => (await run(listRoles, {}, { signal })).data
  })
