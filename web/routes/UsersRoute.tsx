import { UserList } from "#web/features/team/UserList.tsx"

/** /team/users */
export const UsersRoute = () => <UserList />
