import "./CheatSheet.css"
import { Command as Listing, useCommandState } from "cmdk"
import { type RefObject, useEffect, useRef, useState } from "react"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { Kbd } from "#web/ui/Kbd.tsx"
import { aliveNow } from "#web/keyboard/Keyboard.ts"
import { changeKeySettings, keySettings, keysOf, useKeySettings } from "#web/keyboard/keymap.ts"
import { RecordKeys } from "./RecordKeys.tsx"
import { type SheetRow, sheetGroups } from "./sheetGroups.ts"

interface CheatSheetProps {
  /** A command whose keys to change right away, or null. */
  readonly recording: string | null
  /** Closes the sheet. Must have unmounted it by the time it returns. */
  readonly onClose: () => void
}

/** Commands left out: those of this sheet itself, and Esc, which always keeps its key. */
const without: ReadonlySet<string> = new Set<CommandId>(["keys.show", "keys.remap", "keys.reset", "layer.close"])

/** Every command that has keys or can be given some. */
const rowsWith = (alive: ReadonlySet<string>): ReadonlyArray<SheetRow> =>
  commandHeads
    .filter(({ id, section, does }) => section !== "Session" && !without.has(id) && does.clicked !== true)
    .map((command) => {
      const may = center.availability(command)
      return {
        id: command.id,
        title: command.title,
        scope: command.scope,
        keys: keysOf(command.id as CommandId),
        alive: alive.has(command.id),
        refusal: may.allowed ? null : may.words
      }
    })

/**
 * All commands with their keys, active ones first (PRODUCT, Keys). Typing filters, Enter runs the selected command.
 * Keys are changed here too.
 */
export const CheatSheet = ({ recording, onClose }: CheatSheetProps) => {
  // Taken when the sheet opens, because the open sheet deactivates everything behind it.
  const [alive] = useState(() => new Set(aliveNow().map(({ id }) => id)))
  const [typed, setTyped] = useState("")
  const [selected, setSelected] = useState("")
  const [changing, setChanging] = useState(recording)
  const [message, setMessage] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const settings = useKeySettings()
  const groups = sheetGroups(rowsWith(alive), typed)
  const row = groups.flatMap(({ rows }) => rows).find(({ id }) => id === selected)

  const close = (): void => (changing === null ? onClose() : stopChanging())
  const stopChanging = (): void => {
    setChanging(null)
    input.current?.focus()
  }
  const run = (chosen: SheetRow): void => {
    if (chosen.refusal !== null) return setMessage(`${chosen.refusal.error} ${chosen.refusal.next}`)
    onClose()
    center.perform(chosen.id as CommandId)
  }
  const idOf = (input: { readonly id?: string } | undefined): string | null => input?.id ?? row?.id ?? null

  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: {
      "layer.close": onClose,
      "keys.remap": ({ input: given }) => setChanging(idOf(given)),
      "keys.reset": ({ input: given }) => {
        const id = idOf(given)
        if (id === null) return
        const { [id]: _, ...others } = keySettings().remapped
        changeKeySettings({ ...keySettings(), remapped: others })
      }
    }
  })
  useEffect(() => setMessage(null), [selected, typed])

  return (
    <Dialog title="Keys" onClose={close} className="sheet">
      {changing === null ? null : <RecordKeys id={changing as CommandId} onDone={stopChanging} />}
      <Listing
        shouldFilter={false}
        vimBindings={false}
        label="Commands and their keys"
        value={selected}
        onValueChange={setSelected}
      >
        <Listing.Input
          ref={input}
          autoFocus
          className="sheet-filter"
          placeholder="Type to filter; Enter runs"
          value={typed}
          onValueChange={setTyped}
        />
        <SelectedNamed input={input} />
        <p className="sheet-message" role="alert">
          {message}
        </p>
        <Listing.List className="sheet-list">
          <Listing.Empty>No matching commands</Listing.Empty>
          {groups.map((group) => (
            <Listing.Group key={group.scope} heading={group.alive ? `${group.heading} (active here)` : group.heading}>
              {group.rows.map((each) => (
                <Listing.Item
                  key={each.id}
                  value={each.id}
                  data-command={each.id}
                  className={each.refusal === null ? "sheet-row" : "sheet-row no"}
                  onSelect={() => run(each)}
                >
                  <span>
                    {each.title}
                    {each.refusal === null ? null : <small>{each.refusal.error}</small>}
                  </span>
                  <span className="sheet-keys">
                    {each.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                    <span className="hidden">{each.keys.join(" or ")}</span>
                  </span>
                </Listing.Item>
              ))}
            </Listing.Group>
          ))}
        </Listing.List>
      </Listing>
      <div className="sheet-foot">
        <CommandButton
          command="keys.remap"
          given={row === undefined ? {} : { input: { id: row.id } }}
          notYet={row === undefined ? "Select a command first." : null}
        >
          Change keys
        </CommandButton>
        <CommandButton
          command="keys.reset"
          given={row === undefined ? {} : { input: { id: row.id } }}
          notYet={row !== undefined && row.id in settings.remapped ? null : "Already using the default shortcut."}
        >
          Reset keys
        </CommandButton>
        <CommandButton
          command="keys.resetAll"
          notYet={Object.keys(settings.remapped).length === 0 ? "Nothing was changed." : null}
        >
          Reset all
        </CommandButton>
        <CommandButton command="keys.letters">Single letters: {settings.letters ? "on" : "off"}</CommandButton>
      </div>
    </Dialog>
  )
}

/**
 * Sets aria-activedescendant on the input. cmdk does that when a key or the pointer moves the selection, but not
 * initially.
 */
const SelectedNamed = ({ input }: { readonly input: RefObject<HTMLInputElement | null> }) => {
  const value = useCommandState((state) => state.value)
  useEffect(() => {
    const option = input.current?.closest("[cmdk-root]")?.querySelector("[aria-selected=true]")
    if (option != null) input.current?.setAttribute("aria-activedescendant", option.id)
  }, [value, input])
  return null
}
