import "./drift.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { FacilityId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { DriftPanel } from "./DriftPanel.tsx"

/** /facilities/{facilityID}/drift: the mismatches of a facility, for everyone who can read its locks. */
export const DriftScreen = ({ facilityID }: { readonly facilityID: FacilityId }) => {
  const { data, error } = useQuery(facilitiesQuery())
  const facility = data?.find((each) => each.facilityID === facilityID)
  useTitle("Unit and lock mismatches")
  return (
    <>
      <Link to={routeOf("facilities").path} data-command="go.facilities" className="back-link">
        Back to Facilities
      </Link>
      <h1>Unit and lock mismatches</h1>
      {facility === undefined ? (
        data === undefined ? (
          <ListEmpty loading error={error} hint="" />
        ) : (
          <p role="alert">There is no facility {facilityID}, or you don't have access to it.</p>
        )
      ) : (
        <DriftPanel
          key={facilityID}
          at="/signed-in/facilities/$facilityID/drift"
          title={facility.facilityName}
          facilityID={facilityID}
          software={Fms.isId(facility.managementSoftware) ? facility.managementSoftware : Fms.id.NotListed}
          connected
          opened
        />
      )}
    </>
  )
}
