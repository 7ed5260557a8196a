import "./FilterField.css"
import { useId } from "react"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import type { GridColumn } from "./GridColumn.ts"

interface FilterFieldProps {
  readonly column: GridColumn<never>
  /** As in the URL. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** The filter control of a column: text, number, choices, or a date range. */
export const FilterField = ({ column, text, onText }: FilterFieldProps) => {
  const { title, kind = "text", choices = [] } = column
  const id = useId()
  if (kind === "choice") {
    const chosen = new Set(text === "" ? [] : text.split(","))
    const change = (value: string, on: boolean): void => {
      const next = choices.map((choice) => choice.value).filter((each) => (each === value ? on : chosen.has(each)))
      onText(next.join(","))
    }
    return (
      <fieldset className="grid-field">
        <legend>{title}</legend>
        <div className="grid-choices">
          {choices.map(({ value, label }) => (
            <label key={value} className="grid-choice">
              <input
                type="checkbox"
                checked={chosen.has(value)}
                onChange={(event) => change(value, event.target.checked)}
              />
              <span title={choiceLabel(label) === label ? undefined : label}>{choiceLabel(label)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  if (kind === "date") {
    const [first = "", last = first] = text.split("..")
    const days = [
      ["from", "From", first, (day: string) => `${day}..${last}`],
      ["to", "To", last, (day: string) => `${first}..${day}`]
    ] as const
    return (
      <fieldset className="grid-field">
        <legend>{title} (UTC)</legend>
        <div className="grid-days">
          {days.map(([name, label, day, textOf]) => (
            <label key={name} htmlFor={`${id} ${name}`}>
              {label}
              <input
                id={`${id} ${name}`}
                className="input"
                type="date"
                value={day}
                onChange={({ target }) => onText(textOf(target.value) === ".." ? "" : textOf(target.value))}
              />
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <div className="grid-field">
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        className="input"
        type="text"
        inputMode={kind === "number" ? "decimal" : "text"}
        autoComplete="off"
        spellCheck={false}
        placeholder={kind === "number" ? "Exactly" : "Contains"}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}
