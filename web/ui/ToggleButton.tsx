import "./ToggleButton.css"
import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"

interface ToggleButtonProps<Id extends CommandId> {
  readonly command: Id
  readonly given: Given<Id>
  readonly pressed: boolean
  /** Its digit was pressed a moment ago; it looks pressed, and is unless another digit follows. */
  readonly armed?: boolean
  /** What it is called for those who do not see what it stands beside; begins with what is written on it. */
  readonly label: string
  /** Why it cannot be pressed, or null. */
  readonly refused: string | null
  /** Tab stops at it. */
  readonly inTab: boolean
  readonly children: ReactNode
}

/** A button that stays pressed: a command that is on or off for one thing. */
export const ToggleButton = <Id extends CommandId>(props: ToggleButtonProps<Id>) => (
  <button
    type="button"
    className="toggle"
    data-command={props.command}
    aria-pressed={props.pressed}
    data-armed={props.armed === true || undefined}
    aria-label={props.label}
    aria-disabled={props.refused !== null}
    title={props.refused ?? undefined}
    tabIndex={props.inTab ? 0 : -1}
    onClick={() => void center.perform(props.command, props.given)}
  >
    {props.children}
  </button>
)
