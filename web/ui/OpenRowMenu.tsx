import { countOf } from "#core/base/countOf.ts"
import * as Menu from "@radix-ui/react-dropdown-menu"
import { flushSync } from "react-dom"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { titleFor } from "#core/commands/severalLocks.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability } from "#web/app/useCommands.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "./Kbd.tsx"
import { RowMenuButton } from "./RowMenuButton.tsx"

export interface OpenRowMenuProps {
  /** What the row is called. */
  readonly name: string
  readonly actions: ReadonlyArray<CommandId>
  readonly lock: () => Lock | null
  /** How many selected locks the actions are about instead; below two, they are about the row. */
  readonly count: number
  readonly onOpen: (open: boolean) => void
  /** The list takes the focus back. */
  readonly focusBack: () => void
}

/** The menu of a row while it is open. What is refused stays in it with its reason. */
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
      {/* In the page's main part, not behind all of it: what reads the page by its parts finds it there. */}
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          className="row-menu"
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
  readonly count: number
  /** What it is called for the rows that are selected. */
  readonly title: string | undefined
  readonly onChosen: () => void
}

const RowMenuEntry = ({ command, lock, count, title, onChosen }: RowMenuEntryProps) => {
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
        {title ?? titleFor(headById(command) ?? { title: command }, count)}
        {may.allowed ? null : <small>{may.words.error}</small>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </Menu.Item>
  )
}
