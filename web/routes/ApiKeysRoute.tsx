import { Feature } from "#core/companies/features.ts"
import { ApiKeyForm } from "#web/features/integrations/ApiKeyForm.tsx"
import { ApiKeyList } from "#web/features/integrations/ApiKeyList.tsx"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { IntegrationTabs } from "#web/features/integrations/IntegrationTabs.tsx"

/** /integrations/api_setting */
export const ApiKeysRoute = () => (
  <>
    <h1>API Settings</h1>
    <IntegrationTabs />
    <FeatureGate feature={Feature.id.IntegrationAPI} title="API Settings" preview={<ApiKeyForm kept={null} />}>
      <ApiKeyList />
    </FeatureGate>
  </>
)
