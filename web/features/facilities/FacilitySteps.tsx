import type { FacilityStep } from "#core/facilities/facilitySteps.ts"
import { StepList } from "#web/ui/StepList.tsx"

interface FacilityStepsProps {
  readonly steps: ReadonlyArray<FacilityStep>
  /** Index of the current step. */
  readonly at: number
}

/** Step headers of the form (001 §4). */
export const FacilitySteps = ({ steps, at }: FacilityStepsProps) => (
  <StepList steps={steps} at={at} command="facilityForm.step" />
)
