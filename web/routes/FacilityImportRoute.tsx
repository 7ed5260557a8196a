import { ImportScreen } from "#web/features/imports/ImportScreen.tsx"

/** /facilities/multiple_create */
export const FacilityImportRoute = () => <ImportScreen />
