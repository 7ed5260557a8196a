import type { FacilityFormState } from "./useFacilityForm.ts"

/** Props of each part of the form. */
export interface PartProps {
  readonly form: FacilityFormState
}
