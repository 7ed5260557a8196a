import { type KeyboardEvent, useEffect, useRef, useState } from "react"

interface CellFieldProps {
  readonly label: string
  readonly text: string
  readonly secret: boolean
  readonly busy: boolean
  /** Takes what was typed; `next` and `previous` go on to edit the issue there. */
  readonly onKeep: (text: string, then: "stay" | "next" | "previous") => void
  readonly onLeave: () => void
}

/** A cell that is being fixed in its place: Enter keeps it, Esc leaves it as it was, Tab keeps it and goes on to the next. */
export const CellField = ({ label, text, secret, busy, onKeep, onLeave }: CellFieldProps) => {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  /** Something was decided: that the field goes away is no second decision. */
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
    // It could not be kept, and is asked for again.
    if (!busy) decided.current = false
  }, [busy])
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Escape") return leave()
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Tab")) return
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
      // Who clicks somewhere else is done with it.
      onBlur={() => (typed === text ? leave() : keep("stay"))}
    />
  )
}
