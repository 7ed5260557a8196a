import { getRouteApi } from "@tanstack/react-router"
import { Feature } from "#core/companies/features.ts"
import { ApiKeyForm } from "#web/features/integrations/ApiKeyForm.tsx"
import { ApiKeyScreen, BackToKeys, NewApiKeyScreen } from "#web/features/integrations/ApiKeyScreen.tsx"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"

const route = getRouteApi("/signed-in/integrations/api_setting/$sid")

/** /integrations/api_setting/{sid}: 'create', or the ID of a key */
export const ApiKeyRoute = () => {
  const { sid } = route.useParams()
  return (
    <>
      <BackToKeys />
      <h1>{sid === "create" ? "Create API Key" : "Edit API Key"}</h1>
      <FeatureGate feature={Feature.id.IntegrationAPI} title="API Settings" preview={<ApiKeyForm kept={null} />}>
        {sid === "create" ? <NewApiKeyScreen /> : <ApiKeyScreen key={sid} id={sid} />}
      </FeatureGate>
    </>
  )
}
