import "./ChangedMeanwhile.css"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface ChangedMeanwhileProps {
  /** What happened, in the words of the failure. */
  readonly happened: string
  /** Loads it as it is now, and drops what was typed here. */
  readonly command: CommandId
}

/** Says that somebody else has changed what is edited here. What was typed stays until it is dropped on purpose. */
export const ChangedMeanwhile = ({ happened, command }: ChangedMeanwhileProps) => (
  <div role="alert" className="changed-meanwhile">
    <p>
      <strong>{happened}</strong> Your edits are still here but not saved. Load what was saved and make your change
      again.
    </p>
    <CommandButton command={command} />
  </div>
)
