import { UserImportScreen } from "#web/features/team/UserImportScreen.tsx"

/** /team/users/import */
export const UserImportRoute = () => <UserImportScreen />
