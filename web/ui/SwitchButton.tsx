import "./SwitchButton.css"
import type { CommandId } from "#core/commands/registry.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"

interface SwitchButtonProps<Id extends CommandId> {
  readonly command: Id
  /** What the command is given to turn it to the other side. */
  readonly given: Given<Id>
  readonly on: boolean
  /** The id of what it is called, and of what is said of it. */
  readonly labelledBy: string
  readonly describedBy: string
  /** It cannot be switched; what is said of it tells why. */
  readonly refused: boolean
}

/** A switch: a command that turns one thing on or off at once. A refused one stays in reach of the keyboard. */
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
