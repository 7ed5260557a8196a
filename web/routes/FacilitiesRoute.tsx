import { FacilityList } from "#web/features/facilities/FacilityList.tsx"

/** /facilities */
export const FacilitiesRoute = () => (
  <>
    <h1>Facilities</h1>
    <FacilityList />
  </>
)
