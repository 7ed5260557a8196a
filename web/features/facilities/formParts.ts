import type { FacilityFormState } from "./useFacilityForm.ts"

/** What each part of the form is given. */
export interface PartProps {
  readonly form: FacilityFormState
}
