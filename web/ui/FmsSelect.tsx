import "./SearchField.css"
import "./TextField.css"
import { type RefObject, useId } from "react"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"

interface FmsSelectProps {
  readonly label: string
  /** -1 while none is chosen (001 §5). */
  readonly value: FmsId | -1
  readonly onChoose: (software: FmsId) => void
  readonly choices: ReadonlyArray<FmsId>
  readonly disabled?: boolean
  /** What is wrong with the choice, in words. */
  readonly issue?: string | undefined
  /** What there is to know about it. */
  readonly note?: string | null
  readonly field?: RefObject<HTMLSelectElement | null>
}

/** One of the management softwares, by name. */
export const FmsSelect = (props: FmsSelectProps) => {
  const { label, value, onChoose, choices, disabled = false, issue, note = null, field } = props
  const id = useId()
  const said = issue ?? note
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        ref={field}
        className="select"
        value={value}
        disabled={disabled}
        aria-invalid={issue !== undefined}
        aria-describedby={said === null ? undefined : `${id}-note`}
        onChange={({ target }) => {
          const chosen = Number(target.value)
          if (Fms.isId(chosen)) onChoose(chosen)
        }}
      >
        {value === -1 ? <option value={-1}>Choose the software</option> : null}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {Fms.label(choice)}
          </option>
        ))}
      </select>
      {said === null ? null : (
        <p id={`${id}-note`} className={issue === undefined ? "field-note muted" : "issue"}>
          {said}
        </p>
      )}
    </div>
  )
}
