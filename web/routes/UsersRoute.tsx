import { UserList } from "#web/features/team/UserList.tsx"

/** /team/users */
export const UsersRoute = () => (
  <>
    <h1>Users</h1>
    <UserList />
  </>
)
