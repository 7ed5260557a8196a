import "./Menu.css"
import "./OpenRowMenu.css"
import { countOf } from "#core/base/countOf.ts"
import * as Menu from "@radix-ui/react-dropdown-menu"
import { flushSync } from "react-dom"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { titleFor, titleHere } from "#core/commands/severalLocks.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "./Kbd.tsx"
import { RowMenuButton } from "./RowMenuButton.tsx"

export interface OpenRowMenuProps {
  /** Accessible name of the row. */
  readonly name: string
  readonly actions: ReadonlyArray<CommandId>
  readonly lock: () => Lock | null
  /** Number of selected locks the commands act on; below two, they act on the row. */
  readonly count: number
  readonly onOpen: (open: boolean) => void
  /** Returns the focus to the list. */
  readonly focusBack: () => void
}

/** The open menu of a row. Refused commands stay in it with their reason. */
export const OpenRowMenu = ({ name, actions, lock, count, onOpen, focusBack }: OpenRowMenuProps) => {
  const rows = count > 1 ? center.rows : null
  const selectedText = rows?.heading ?? countOf(count, "lock")
  const label = `Actions of ${count > 1 ? selectedText : name}`
  const about = count > 1 ? null : lock()
  return (
    <Menu.Root open onOpenChange={onOpen} modal={false}>
      <Menu.Trigger asChild>
        <RowMenuButton label={label} onPress={() => onOpen(false)} />
      </Menu.Trigger>
      {/* Rendered inside `<main>`, so that assistive technology that navigates by landmarks finds it there. */}
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          className="menu"
          align="end"
          aria-label={label}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={focusBack}
        >
          {count > 1 ? <Menu.Label className="row-menu-label">{selectedText}</Menu.Label> : null}
          {actions.map((command) => (
            <RowMenuEntry
              key={command}
              command={command}
              lock={about}
              count={count}
              title={rows?.titles[command]}
              onChosen={() => {
                // Return the focus first, so that whatever opens next restores it to the list.
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
  readonly count: number
  /** Title of the command for the selected rows. */
  readonly title: string | undefined
  readonly onChosen: () => void
}

const RowMenuEntry = ({ command, lock, count, title, onChosen }: RowMenuEntryProps) => {
  const may = useAvailability(command, lock === null ? {} : { lock })
  const [keys] = useKeysOf(command)
  const head = headById(command) ?? { title: command }
  return (
    <Menu.Item
      className="menu-item"
      data-command={command}
      aria-disabled={!may.allowed}
      onSelect={(event) => {
        event.preventDefault()
        onChosen()
      }}
    >
      <span className="menu-title">
        {title ?? (count > 1 ? titleFor(head, count) : titleHere(head))}
        {may.allowed ? null : <small>{may.words.error}</small>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </Menu.Item>
  )
}
