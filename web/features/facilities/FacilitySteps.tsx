import type { FacilityStep } from "#core/facilities/facilitySteps.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

interface FacilityStepsProps {
  readonly steps: ReadonlyArray<FacilityStep>
  /** Place of the one that is shown. */
  readonly at: number
}

/** The headers of the steps; each can be gone to (001 §4). */
export const FacilitySteps = ({ steps, at }: FacilityStepsProps) => (
  <nav aria-label="Steps">
    <ol className="facility-steps">
      {steps.map(({ id, title }, place) => (
        <li
          key={id}
          className={place === at ? "current" : place < at ? "passed" : undefined}
          aria-current={place === at ? "step" : undefined}
        >
          <CommandButton command="facilityForm.step" look="plain" given={{ input: { step: id } }}>
            <span className="facility-step-number">{place + 1}</span> {title}
          </CommandButton>
        </li>
      ))}
    </ol>
  </nav>
)
