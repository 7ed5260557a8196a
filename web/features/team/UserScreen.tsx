import "./team.css"
import { useQuery } from "@tanstack/react-query"
import { Link, Navigate } from "@tanstack/react-router"
import { useEffect } from "react"
import type { UserId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { center } from "#web/app/CommandCenter.ts"
import { failureText } from "#web/app/failures.ts"
import { usersQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { useTypedFor } from "#web/app/useTypedFor.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { UserForm } from "./UserForm.tsx"

const usersPath = routeOf("team.users").path

/** /team/users/{userID}. Without an ID it adds a user. */
export const UserScreen = ({ userID }: { readonly userID: UserId | null }) => {
  const me = useSignedInUser()
  const title = userID === null ? "Add User" : "Edit User"
  useTitle(title)
  if (userID === me.userID) return <OwnAccount />
  return (
    <>
      <Link to={usersPath} data-command="go.team" className="back-link">
        Back to Users
      </Link>
      <h1>{title}</h1>
      {userID === null ? <UserForm user={null} /> : <KnownUser userID={userID} />}
    </>
  )
}

/** Users change their own account in Manage Account (002 §2). */
const OwnAccount = () => {
  useEffect(() => void center.perform("account.open"), [])
  return <Navigate to={usersPath} replace />
}

const KnownUser = ({ userID }: { readonly userID: UserId }) => {
  const { data, error } = useQuery(usersQuery())
  const known = data?.find((each) => each.userID === userID)
  const user = useTypedFor(known)
  if (data === undefined && error === null) return <ScreenLoading />
  const missing = error === null ? `There is no user ${userID}.` : failureText(error)
  if (user === undefined) return <p role="alert">{missing}</p>
  return (
    <>
      {known === undefined ? <ChangedMeanwhile happened={missing} command={null} /> : null}
      <UserForm user={user} />
    </>
  )
}
