import "./ChangedMeanwhile.css"
import type { CommandId } from "#core/commands/registry.ts"
import { CommandButton } from "./CommandButton.tsx"

interface ChangedMeanwhileProps {
  /** What happened, in the words of the problem. */
  readonly happened: string
  /** Loads the saved version and discards the edits; null if the item is gone. */
  readonly command: CommandId | null
}

/** Banner for an item that someone else changed or deleted during an edit. The edits stay until the user discards them. */
export const ChangedMeanwhile = ({ happened, command }: ChangedMeanwhileProps) => (
  <div role="alert" className={command === null ? "changed-meanwhile item-gone" : "changed-meanwhile"}>
    <p>
      <strong>{happened}</strong>{" "}
      {command === null
        ? "Your edits can't be saved anymore. They are still here so that you can copy them."
        : "Your edits are still here but not saved. Load what was saved and make your change again."}
    </p>
    {command === null ? null : <CommandButton command={command} />}
  </div>
)
