import "./SearchField.css"
import { type KeyboardEvent, type RefObject, useId } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { composes } from "#web/keyboard/chord.ts"
import { Kbd } from "./Kbd.tsx"
import { useKeysOf } from "#web/keyboard/keymap.ts"

interface SearchFieldProps {
  /** Placeholder and accessible name. */
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
}

/** Filters the list below. Down and Enter move into the list; Esc clears the field and leaves it. */
export const SearchField = ({ label, text, onText, field }: SearchFieldProps) => {
  const id = useId()
  const [keys] = useKeysOf("lists.filter")
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent)) return
    if (event.key === "Escape") return onText("")
    if (event.key !== "ArrowDown" && event.key !== "Enter") return
    event.preventDefault()
    center.perform("lists.first")
    // From here on, keys go to the list.
    field.current?.blur()
  }
  return (
    <div className="search-field" role="search">
      <label htmlFor={id} className="hidden">
        {label}
      </label>
      <input
        id={id}
        ref={field}
        type="text"
        className="input"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
      />
      {keys === undefined ? null : <Kbd keys={keys} />}
    </div>
  )
}
