import "./imports.css"
import { getRouteApi, Link } from "@tanstack/react-router"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { Feature } from "#core/companies/features.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useStepFocus } from "#web/app/useStepFocus.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { facilityImportSubject } from "./facilityImportSubject.ts"
import { stepStart } from "./importPath.ts"
import { ImportPage } from "./ImportPage.tsx"
import { ImportStart } from "./ImportStart.tsx"
import { ImportSubjectProvider } from "./importSubject.ts"

const route = getRouteApi(facilityImportSubject.at)

/** Needs both features: adding facilities, and adding many at once (DECISIONS, Tiers and features). */
const needed = [Feature.id.Facilities, Feature.id.BulkImport] as const

/** /facilities/multiple_create: imports many facilities from a file or from their FMS (001 §2). */
export const ImportScreen = () => {
  const user = useSignedInUser()
  const { import: importID } = route.useSearch()
  const title = routeOf("facilities.import").title
  useTitle(title)
  useStepFocus(stepStart)
  const refusal = needed.map((feature) => featureRefusal(user, feature)).find((each) => each !== null)
  return (
    <ImportSubjectProvider value={facilityImportSubject}>
      <Link to={routeOf("facilities").path} data-command="go.facilities" className="back-link">
        Back to Facilities
      </Link>
      <h1>{title}</h1>
      <FeatureGate feature={refusal?.data.feature ?? Feature.id.BulkImport} title={title} preview={<ImportStart />}>
        {importID === undefined ? <ImportStart /> : <ImportPage key={importID} importID={importID} />}
      </FeatureGate>
    </ImportSubjectProvider>
  )
}
