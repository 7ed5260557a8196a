import { DriftAllScreen } from "#web/features/drift/DriftAllScreen.tsx"

/** /facilities/drift */
export const FacilitiesDriftRoute = () => <DriftAllScreen />
