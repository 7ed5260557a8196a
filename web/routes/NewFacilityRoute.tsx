import { NewFacilityScreen } from "#web/features/facilities/FacilityScreen.tsx"

/** /facilities/create */
export const NewFacilityRoute = () => <NewFacilityScreen />
