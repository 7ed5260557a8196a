import { useParams } from "@tanstack/react-router"
import { DriftScreen } from "#web/features/drift/DriftScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /facilities/{facilityID}/drift */
export const FacilityDriftRoute = () => {
  const { facilityID = "" } = useParams({ strict: false }) as { readonly facilityID?: string }
  return /^[1-9]\d{0,9}$/.test(facilityID) ? (
    <DriftScreen key={facilityID} facilityID={Number(facilityID)} />
  ) : (
    <NotFoundScreen />
  )
}
