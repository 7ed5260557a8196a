import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { headById } from "#core/commands/headById.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { chordOf } from "#web/keyboard/chord.ts"
import { changeKeySettings, keySettings, keysOf } from "#web/keyboard/keymap.ts"
import { onMac } from "#web/keyboard/keysShown.ts"
import { keysRefusal } from "#web/keyboard/remap.ts"

/** Longest pause between the keys of a sequence, in milliseconds. */
const patience = 1000

interface RecordKeysProps {
  readonly id: CommandId
  readonly onDone: () => void
}

/** Records new keys for a command: one chord, or several within a second of each other. */
export const RecordKeys = ({ id, onDone }: RecordKeysProps) => {
  const [keys, setKeys] = useState("")
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useRef<HTMLDivElement>(null)
  const command = headById(id)
  useEffect(() => field.current?.focus(), [])
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onDone } })

  const take = (): void => {
    if (command === undefined || keys === "") return
    const all = commandHeads.map((each) => ({ ...each, keys: keysOf(each.id as CommandId) }))
    const why = keysRefusal({ ...command, keys: keysOf(id) }, keys, all)
    setKeys("")
    setRefusal(why)
    if (why !== null) return
    const settings = keySettings()
    changeKeySettings({ ...settings, remapped: { ...settings.remapped, [id]: [keys] } })
    onDone()
  }

  useEffect(() => {
    if (keys === "") return
    const timer = setTimeout(take, patience)
    return () => clearTimeout(timer)
  }, [keys])

  const press = (event: KeyboardEvent): void => {
    const chord = chordOf(event.nativeEvent, onMac())
    if (event.key === "Tab" || event.key === "Escape") return
    event.preventDefault()
    event.stopPropagation()
    if (chord === null || event.repeat) return
    setRefusal(null)
    setKeys((before) => (before === "" ? chord : `${before} ${chord}`))
  }

  return (
    <div className="record">
      <div
        ref={field}
        className="record-field"
        role="textbox"
        aria-readonly="true"
        tabIndex={0}
        aria-label={`New keys for: ${command?.title ?? id}`}
        onKeyDown={press}
      >
        <span>{command?.title ?? id}</span>
        {keys === "" ? <span className="muted">press the new keys; Esc keeps the old ones</span> : <Kbd keys={keys} />}
      </div>
      <p className="sheet-message" role="alert">
        {refusal}
      </p>
    </div>
  )
}
