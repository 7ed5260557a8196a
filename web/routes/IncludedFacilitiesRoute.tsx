import { Feature } from "#core/companies/features.ts"
import { Gated } from "#web/features/integrations/Gated.tsx"
import { IncludedFacilities } from "#web/features/integrations/IncludedFacilities.tsx"
import { IntegrationTabs } from "#web/features/integrations/IntegrationTabs.tsx"

/** /integrations/facilities */
export const IncludedFacilitiesRoute = () => (
  <>
    <h1>Facilities in the API</h1>
    <IntegrationTabs />
    <Gated feature={Feature.id.IntegrationFacilities} title="Include Facility in API" preview={<IncludedFacilities />}>
      <IncludedFacilities />
    </Gated>
  </>
)
