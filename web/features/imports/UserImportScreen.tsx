import "./imports.css"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Feature } from "#core/companies/features.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { useStepFocus } from "#web/app/useStepFocus.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { stepStart } from "./importPath.ts"
import { ImportPage } from "./ImportPage.tsx"
import { ImportSubjectProvider } from "./importSubject.ts"
import { UserImportStart } from "./UserImportStart.tsx"
import { userImportSubject } from "./userImportSubject.ts"

const route = getRouteApi(userImportSubject.at)

const usersPath = routeOf("team.users").path

/** /team/users/import: imports many users from a file. A plan without imports shows a note. */
export const UserImportScreen = () => {
  const { import: importID } = route.useSearch()
  const title = routeOf("team.import").title
  useTitle(title)
  useStepFocus(stepStart)
  return (
    <ImportSubjectProvider value={userImportSubject}>
      <Link to={usersPath} data-command="go.team" className="back-link">
        Back to Users
      </Link>
      <h1>{title}</h1>
      <FeatureGate feature={Feature.id.BulkImport} title={title} preview={<UserImportStart />}>
        {importID === undefined ? <UserImportStart /> : <ImportPage key={importID} importID={importID} />}
      </FeatureGate>
    </ImportSubjectProvider>
  )
}
