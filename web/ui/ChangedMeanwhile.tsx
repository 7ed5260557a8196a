import "./ChangedMeanwhile.css"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface ChangedMeanwhileProps {
  /** What happened, in the words of the problem. */
  readonly happened: string
  /** Loads the saved version and discards the edits. */
  readonly command: CommandId
}

/** Banner for an item that someone else changed during an edit. The edits stay until the user discards them. */
export const ChangedMeanwhile = ({ happened, command }: ChangedMeanwhileProps) => (
  <div role="alert" className="changed-meanwhile">
    <p>
      <strong>{happened}</strong> Your edits are still here but not saved. Load what was saved and make your change
      again.
    </p>
    <CommandButton command={command} />
  </div>
)
