import { getRouteApi } from "@tanstack/react-router"
import { UserScreen } from "#web/features/team/UserScreen.tsx"

const route = getRouteApi("/signed-in/team/users/$userID")

/** /team/users/{userID}: 'create' is a new user (002 §2). */
export const UserRoute = () => {
  const { userID } = route.useParams()
  return <UserScreen key={userID} userID={userID === "create" ? null : userID} />
}
