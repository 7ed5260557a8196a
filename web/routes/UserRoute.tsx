import { useParams } from "@tanstack/react-router"
import { UserScreen } from "#web/features/team/UserScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /team/users/{userID}: 'create' is a new user (002 §2). */
export const UserRoute = () => {
  const { userID = "" } = useParams({ strict: false }) as { readonly userID?: string }
  if (userID.toLowerCase() === "create") return <UserScreen key="create" userID={null} />
  if (!/^[1-9]\d{0,9}$/.test(userID)) return <NotFoundScreen />
  return <UserScreen key={userID} userID={Number(userID)} />
}
