import { useParams } from "@tanstack/react-router"
import { FacilityScreen } from "#web/features/facilities/FacilityScreen.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /facilities/{facilityID} */
export const FacilityRoute = () => {
  const { facilityID = "" } = useParams({ strict: false }) as { readonly facilityID?: string }
  return /^[1-9]\d{0,9}$/.test(facilityID) ? (
    <FacilityScreen key={facilityID} facilityID={Number(facilityID)} />
  ) : (
    <NotFoundScreen />
  )
}
