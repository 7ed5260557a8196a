import { useParams } from "@tanstack/react-router"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { DriftPanel } from "#web/features/drift/DriftPanel.tsx"
import { FacilityScreen } from "#web/features/facilities/FacilityScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /facilities/{facilityID} */
export const FacilityRoute = () => {
  const { facilityID = "" } = useParams({ strict: false }) as { readonly facilityID?: string }
  if (!/^[1-9]\d{0,9}$/.test(facilityID)) return <NotFoundScreen />
  return (
    <FacilityScreen
      key={facilityID}
      facilityID={Number(facilityID)}
      below={({ facilityID: id, managementSoftware, mode }) => (
        <DriftPanel
          title="Unit and lock mismatches"
          facilityID={id}
          software={Fms.isId(managementSoftware) ? managementSoftware : Fms.id.NotListed}
          connected={mode === IntegrationMode.id.ViaFms}
        />
      )}
    />
  )
}
