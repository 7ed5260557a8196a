import type { CommandId } from "#core/commands/registry.ts"
import { useCommands } from "#web/app/useCommands.ts"

interface PlaceholderProps {
  readonly onClose: () => void
}

/** The placeholder of a dialog of a list while it loads. It takes the keys, so that none reaches the list behind; these commands close it. */
export const placeholderClosedBy = (...commands: ReadonlyArray<CommandId>) => {
  const Placeholder = ({ onClose }: PlaceholderProps): null => {
    const handlers = Object.fromEntries(commands.map((command) => [command, onClose]))
    useCommands({ scope: "lists", modal: true, handlers })
    return null
  }
  return Placeholder
}
