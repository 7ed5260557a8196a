import { type ReactNode, useId } from "react"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellNotYet } from "#web/app/tellNotYet.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { commandBook } from "#web/app/commandBook.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { ariaKeys } from "#web/keyboard/keysShown.ts"
import { Kbd } from "./Kbd.tsx"

/** CSS classes of the shapes. */
const shapes = { default: "", round: "round", none: "plain" } as const

interface CommandButtonProps<Id extends CommandId> {
  readonly command: Id
  readonly given?: Given<Id>
  /** Label; defaults to the command's title. */
  readonly children?: ReactNode
  /** Filled or outlined (000 §9). */
  readonly look?: "primary" | "secondary"
  /** Box, pill, or text only (000 §9). */
  readonly shape?: keyof typeof shapes
  /** The form's own reason why the button is disabled, in addition to the command's. */
  readonly notYet?: string | null
  readonly showKeys?: boolean
  readonly className?: string
  readonly label?: string
  /** Submits the surrounding form, which runs the command, so that Enter in a field works too. */
  readonly submit?: boolean
  /** Another command with the same effect here, whose keys are shown. */
  readonly keysOf?: CommandId
  /** The form's submit command (Mod+Enter) has the same effect here, so show its keys. */
  readonly sends?: boolean
}

/**
 * The only button: it runs a command and shows its keys next to the title. A refused command's button stays focusable
 * and says why.
 */
export const CommandButton = <Id extends CommandId>(props: CommandButtonProps<Id>) => {
  const { command, given = {}, children, look = "secondary", shape = "default" } = props
  const { notYet = null, showKeys = true, className = "" } = props
  const may = useAvailability(command, given)
  const keys = useKeysOf(props.keysOf ?? (props.sends === true ? "form.submit" : command))
  const reasonId = useId()
  const reason = notYet ?? (may.allowed ? null : may.words.error)
  const [first] = keys
  return (
    <button
      type={props.submit === true ? "submit" : "button"}
      className={`btn ${look} ${shapes[shape]} ${className}`}
      data-command={command}
      aria-disabled={reason !== null}
      aria-describedby={reason === null ? undefined : reasonId}
      aria-keyshortcuts={ariaKeys(keys)}
      aria-label={props.label}
      title={reason ?? undefined}
      onClick={(event) => {
        if (props.submit === true && reason === null) return
        event.preventDefault()
        if (reason === null || !may.allowed) center.perform(command, given)
        else tellNotYet(reason)
      }}
    >
      {children ?? commandBook().byId(command)?.title}
      {showKeys && first !== undefined ? <Kbd keys={first} /> : null}
      {reason === null ? null : (
        <span id={reasonId} className="hidden" aria-hidden="true">
          {reason}
        </span>
      )}
    </button>
  )
}
