import { Feature } from "#core/companies/features.ts"
import { FeatureGate } from "#web/ui/FeatureGate.tsx"
import { IncludedFacilities } from "#web/features/integrations/IncludedFacilities.tsx"
import { IntegrationTabs } from "#web/features/integrations/IntegrationTabs.tsx"

/** /integrations/facilities */
export const IncludedFacilitiesRoute = () => (
  <>
    <h1>Facilities in the API</h1>
    <IntegrationTabs />
    <FeatureGate
      feature={Feature.id.IntegrationFacilities}
      title="Include Facility in API"
      preview={<IncludedFacilities />}
    >
      <IncludedFacilities />
    </FeatureGate>
  </>
)
