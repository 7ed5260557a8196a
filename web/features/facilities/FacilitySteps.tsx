import type { FacilityStep } from "#core/facilities/facilitySteps.ts"
import { StepList } from "#web/ui/StepList.tsx"

interface FacilityStepsProps {
  readonly steps: ReadonlyArray<FacilityStep>
  /** Place of the one that is shown. */
  readonly at: number
}

/** The headers of the form's steps (001 §4). */
export const FacilitySteps = ({ steps, at }: FacilityStepsProps) => (
  <StepList steps={steps} at={at} command="facilityForm.step" />
)
