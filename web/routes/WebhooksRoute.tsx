import { Feature } from "#core/companies/features.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { IntegrationTabs } from "#web/features/integrations/IntegrationTabs.tsx"
import { WebhookForm } from "#web/features/integrations/WebhookForm.tsx"
import { Webhooks } from "#web/features/integrations/Webhooks.tsx"

/** /integrations/webhooks */
export const WebhooksRoute = () => (
  <>
    <h1>Webhooks</h1>
    <IntegrationTabs />
    <FeatureGate
      feature={Feature.id.IntegrationAPI}
      title="Webhooks"
      preview={<WebhookForm kept={null} onSaved={() => undefined} />}
    >
      <Webhooks />
    </FeatureGate>
  </>
)
