import "./ToggleButton.css"
import type { ReactNode } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"

interface ToggleButtonProps<Id extends CommandId> {
  readonly command: Id
  readonly given: Given<Id>
  readonly pressed: boolean
  /** Its digit was just pressed. It looks pressed, and will be unless another digit follows. */
  readonly armed?: boolean
  /** Accessible name; starts with the visible label. */
  readonly label: string
  /** Why it can't be pressed, or null. */
  readonly refused: string | null
  /** Whether it is a tab stop. */
  readonly inTab: boolean
  readonly children: ReactNode
}

/** A toggle button: a command that is on or off for one item. */
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
