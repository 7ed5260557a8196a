import * as Menu from "@radix-ui/react-dropdown-menu"
import { flushSync } from "react-dom"
import { type CommandId, commandById } from "#core/commands/registry.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "./Kbd.tsx"

interface RowMenuProps {
  /** What the row is called. */
  readonly name: string
  readonly actions: ReadonlyArray<CommandId>
  readonly lock: () => Lock | null
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  /** The list takes the focus back. */
  readonly focusBack: () => void
}

/** What can be done with a row, from the command table. What is refused stays in it with its reason. */
export const RowMenu = ({ name, actions, lock, open, onOpen, focusBack }: RowMenuProps) => {
  // In the page's main part, not behind all of it: what reads the page by its parts finds it there.
  const trigger = (
    <button
      type="button"
      className="btn plain"
      tabIndex={-1}
      data-command="lists.actions"
      aria-label={`Actions of ${name}`}
      aria-haspopup="menu"
      onClick={() => onOpen(!open)}
    >
      <span aria-hidden="true">⋯</span>
    </button>
  )
  if (!open) return trigger
  const about = lock()
  return (
    <Menu.Root open onOpenChange={onOpen} modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          className="menu"
          align="end"
          aria-label={`Actions of ${name}`}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={focusBack}
        >
          {actions.map((command) => (
            <RowMenuEntry
              key={command}
              command={command}
              lock={about}
              onChosen={() => {
                // The focus is back before anything opens that will give it back here.
                flushSync(() => onOpen(false))
                focusBack()
                center.perform(command, about === null ? {} : { lock: about })
              }}
            />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface RowMenuEntryProps {
  readonly command: CommandId
  readonly lock: Lock | null
  readonly onChosen: () => void
}

const RowMenuEntry = ({ command, lock, onChosen }: RowMenuEntryProps) => {
  const may = useAvailability(command, lock ?? undefined)
  const [keys] = useKeysOf(command)
  return (
    <Menu.Item
      className="menu-entry"
      data-command={command}
      aria-disabled={!may.allowed}
      onSelect={(event) => {
        event.preventDefault()
        onChosen()
      }}
    >
      <span className="menu-title">
        {commandById(command)?.title}
        {may.allowed ? null : <small>{may.words.error}</small>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </Menu.Item>
  )
}
