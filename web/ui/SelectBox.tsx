import { useEffect, useRef } from "react"
import type { CommandId } from "#core/commands/registry.ts"

interface SelectBoxProps {
  readonly checked: "all" | "some" | "none"
  readonly label: string
  readonly command: CommandId
  /** @param range Shift was held: select everything from the row selected last */
  readonly onToggle: (range: boolean) => void
}

/** A selection checkbox. Not a tab stop, because the list's keys do the same. */
export const SelectBox = ({ checked, label, command, onToggle }: SelectBoxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = checked === "some"
  }, [checked])
  return (
    <label
      className="select-box"
      // Or Firefox selects the text up to here.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault()
      }}
      // Firefox doesn't pass a click with Shift or Ctrl on to the checkbox.
      onClick={(event) => {
        if (event.target === box.current) return
        event.preventDefault()
        onToggle(event.shiftKey)
      }}
    >
      <input
        ref={box}
        type="checkbox"
        tabIndex={-1}
        checked={checked === "all"}
        aria-label={label}
        data-command={command}
        onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  )
}
