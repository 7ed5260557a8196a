import { UserImportScreen } from "#web/features/imports/UserImportScreen.tsx"

/** /team/users/import */
export const UserImportRoute = () => <UserImportScreen />
