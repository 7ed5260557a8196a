import "./StepList.css"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface StepListProps {
  readonly steps: ReadonlyArray<{
    readonly id: string
    readonly title: string
    /** Why it cannot be gone to yet. */
    readonly notYet?: string | null
  }>
  /** Place of the one that is shown. */
  readonly at: number
  /** Goes to a step, named by `input.step`. */
  readonly command: CommandId
}

/** The headers of steps; each can be gone to. */
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
