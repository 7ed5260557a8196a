import "./TextField.css"
import { type RefObject, useId } from "react"

export interface SelectFieldProps<Value extends number> {
  readonly label: string
  /** The selected value of `choices`. */
  readonly value: Value
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly onChoose: (value: Value) => void
  readonly name?: string
  readonly disabled?: boolean
  /** Error of the field. */
  readonly issue?: string | undefined
  /** A note about the field. */
  readonly note?: string | null
  readonly field?: RefObject<HTMLSelectElement | null> | undefined
}

/** A labeled select with its error or note. */
export const SelectField = <Value extends number>(props: SelectFieldProps<Value>) => {
  const { label, value, choices, onChoose, name, disabled = false, issue, note = null, field } = props
  const id = useId()
  const message = issue ?? note
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        ref={field}
        name={name}
        className="select"
        value={value}
        disabled={disabled}
        aria-invalid={issue !== undefined}
        aria-describedby={message === null ? undefined : `${id}-note`}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => String(choice.value) === target.value)
          if (chosen !== undefined) onChoose(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {message === null ? null : (
        <p id={`${id}-note`} className={issue === undefined ? "field-note muted" : "issue"}>
          {message}
        </p>
      )}
    </div>
  )
}
