/** (being written) */
export const UsersRoute = () => <h1>Users</h1>
