import { getRouteApi } from "@tanstack/react-router"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { DriftPanel } from "#web/features/drift/DriftPanel.tsx"
import { FacilityScreen } from "#web/features/facilities/FacilityScreen.tsx"

const route = getRouteApi("/signed-in/facilities/$facilityID")

/** /facilities/{facilityID} */
export const FacilityRoute = () => {
  const { facilityID } = route.useParams()
  return (
    <FacilityScreen
      key={facilityID}
      facilityID={facilityID}
      below={({ facilityID: id, managementSoftware, mode }) => (
        <DriftPanel
          at="/signed-in/facilities/$facilityID"
          title="Unit and lock mismatches"
          facilityID={id}
          software={Fms.isId(managementSoftware) ? managementSoftware : Fms.id.NotListed}
          connected={mode === IntegrationMode.id.ViaFms}
        />
      )}
    />
  )
}
