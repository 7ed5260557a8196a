import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { composes } from "#web/keyboard/chord.ts"

interface CellFieldProps {
  readonly label: string
  readonly text: string
  readonly secret: boolean
  readonly busy: boolean
  /** Saves the text. `next` and `previous` then edit the neighboring issue. */
  readonly onKeep: (text: string, then: "stay" | "next" | "previous") => void
  readonly onLeave: () => void
}

/** A cell being edited in place. Enter saves, Esc cancels, Tab saves and moves to the next. */
export const CellField = ({ label, text, secret, busy, onKeep, onLeave }: CellFieldProps) => {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  /** Set once the edit was saved or canceled, so that the blur when the field unmounts doesn't save again. */
  const decided = useRef(false)
  const keep = (go: "stay" | "next" | "previous"): void => {
    if (busy || decided.current) return
    decided.current = true
    onKeep(typed, go)
  }
  const leave = (): void => {
    if (busy || decided.current) return
    decided.current = true
    onLeave()
  }
  useEffect(() => field.current?.select(), [])
  useEffect(() => {
    // Saving failed, so allow another attempt.
    if (!busy) decided.current = false
  }, [busy])
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent)) return
    if (event.key === "Escape") return leave()
    if (event.key !== "Enter" && event.key !== "Tab") return
    event.preventDefault()
    event.stopPropagation()
    keep(event.key === "Enter" ? "stay" : event.shiftKey ? "previous" : "next")
  }
  return (
    <input
      ref={field}
      className="input import-cell"
      type={secret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      autoFocus
      aria-label={label}
      aria-busy={busy}
      readOnly={busy}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={press}
      // Clicking elsewhere saves the edit.
      onBlur={() => (typed === text ? leave() : keep("stay"))}
    />
  )
}
