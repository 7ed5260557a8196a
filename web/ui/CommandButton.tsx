import { type ReactNode, useId } from "react"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { commandBook } from "#web/app/commandBook.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { ariaKeys } from "#web/keyboard/keysShown.ts"
import { Kbd } from "./Kbd.tsx"

/** The classes of the shapes. */
const shapes = { default: "", round: "round", none: "plain" } as const

interface CommandButtonProps<Id extends CommandId> {
  readonly command: Id
  readonly given?: Given<Id>
  /** What stands on it instead of the command's title. */
  readonly children?: ReactNode
  /** Filled, or outlined (000 §9). */
  readonly look?: "primary" | "secondary"
  /** A box, a pill, or words alone (000 §9). */
  readonly shape?: keyof typeof shapes
  /** A reason of the form itself why it cannot be pressed yet, beyond what the command is refused for. */
  readonly notYet?: string | null
  readonly showKeys?: boolean
  readonly className?: string
  readonly label?: string
  /** Sends the form it stands in, which performs the command: so Enter in a field does as well. */
  readonly submit?: boolean
  /** Another command that does the same here: its keys are those beside it. */
  readonly keysOf?: CommandId
  /** Submit (Mod+Enter) does it where it stands: those are the keys beside it. */
  readonly sends?: boolean
}

/**
 * The one button there is: it performs a command. A refused one stays in reach of the keyboard and says why; its keys stand
 * beside its title.
 */
export const CommandButton = <Id extends CommandId>(props: CommandButtonProps<Id>) => {
  const { command, given = {}, children, look = "secondary", shape = "default" } = props
  const { notYet = null, showKeys = true, className = "" } = props
  const may = useAvailability(command, given.lock)
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
      }}
    >
      {children ?? commandBook().byId(command)?.title}
      {showKeys && first !== undefined ? <Kbd keys={first} /> : null}
      {reason === null ? null : (
        <span id={reasonId} className="hidden">
          {reason}
        </span>
      )}
    </button>
  )
}
