import type { CommandId } from "#core/commands/registry.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "#web/ui/Kbd.tsx"

interface FieldLabelProps {
  readonly htmlFor: string
  /** The command whose keys focus the field. */
  readonly command: CommandId
  readonly children: string
}

/** Label of a field, with the keys that focus it. */
export const FieldLabel = ({ htmlFor, command, children }: FieldLabelProps) => {
  const [keys] = useKeysOf(command)
  return (
    <span className="field-label">
      <label htmlFor={htmlFor}>{children}</label>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </span>
  )
}
