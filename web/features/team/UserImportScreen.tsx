import "./team.css"
import { Link, Navigate } from "@tanstack/react-router"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { looksAtTeamOnly } from "#core/team/userAccess.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { UserImport } from "./UserImport.tsx"

const usersPath = routeOf("team.users").path

/** /team/users/import. Closed to those who only look; a plan without imports says so. */
export const UserImportScreen = () => {
  const me = useSignedInUser()
  useTitle("Import users")
  if (looksAtTeamOnly(me)) return <Navigate to={usersPath} replace />
  const refusal = featureRefusal(me, Feature.id.BulkImport)
  const off = refusal?.data.access === FeatureAccess.id.Off ? words(refusal) : null
  return (
    <>
      <Link to={usersPath} data-command="go.team" className="back-link">
        Back to Users
      </Link>
      <h1>Import users</h1>
      {off === null ? (
        <UpgradePrompt feature={Feature.id.BulkImport} title="Import users">
          <UserImport />
        </UpgradePrompt>
      ) : (
        <p role="note">
          {off.error} {off.next}
        </p>
      )}
    </>
  )
}
