import { TeamTabs } from "#web/features/roles/TeamTabs.tsx"
import { UserList } from "#web/features/team/UserList.tsx"

/** /team/users */
export const UsersRoute = () => <UserList tabs={<TeamTabs />} />
