import "./StepList.css"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface StepListProps {
  readonly steps: ReadonlyArray<{
    readonly id: string
    readonly title: string
    /** Why it can't be opened yet. */
    readonly notYet?: string | null
  }>
  /** Index of the current step. */
  readonly at: number
  /** Opens a step, named by `input.step`. */
  readonly command: CommandId
}

/** Step headers that open their step. */
export const StepList = ({ steps, at, command }: StepListProps) => (
  <nav aria-label="Steps">
    <ol className="step-list">
      {steps.map(({ id, title, notYet = null }, place) => (
        <li
          key={id}
          className={place === at ? "current" : place < at ? "passed" : undefined}
          aria-current={place === at ? "step" : undefined}
        >
          <CommandButton command={command} shape="none" given={{ input: { step: id } }} notYet={notYet}>
            <span className="step-number">{place + 1}</span> {title}
          </CommandButton>
        </li>
      ))}
    </ol>
  </nav>
)
