import { getRouteApi } from "@tanstack/react-router"
import { DriftScreen } from "#web/features/drift/DriftScreen.tsx"

const route = getRouteApi("/signed-in/facilities/$facilityID/drift")

/** /facilities/{facilityID}/drift */
export const FacilityDriftRoute = () => {
  const { facilityID } = route.useParams()
  return <DriftScreen key={facilityID} facilityID={facilityID} />
}
