import "./SwitchButton.css"
import type { CommandId } from "#core/commands/registry.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"

interface SwitchButtonProps<Id extends CommandId> {
  readonly command: Id
  /** Input that makes the command turn it to the other state. */
  readonly given: Given<Id>
  readonly on: boolean
  /** IDs of its label and description. */
  readonly labelledBy: string
  readonly describedBy: string
  /** It can't be changed; the description says why. */
  readonly refused: boolean
}

/** A switch that runs a command at once. It stays focusable when disabled. */
export const SwitchButton = <Id extends CommandId>(props: SwitchButtonProps<Id>) => {
  const { command, given, on, labelledBy, describedBy, refused } = props
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      data-command={command}
      aria-checked={on}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-disabled={refused}
      onClick={() => {
        if (!refused) center.perform(command, given)
      }}
    >
      <span className="switch-track" aria-hidden="true" />
      {on ? "On" : "Off"}
    </button>
  )
}
