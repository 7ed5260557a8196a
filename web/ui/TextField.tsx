import { type ComponentProps, useId } from "react"
import "./TextField.css"

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "className"> {
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  /** Error of the field. */
  readonly issue?: string | undefined
}

/** A labeled single-line field with its error. */
export const TextField = ({ label, value, onText, issue, ...input }: TextFieldProps) => {
  const id = useId()
  const issueId = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        value={value}
        aria-invalid={issue !== undefined}
        aria-describedby={issue === undefined ? undefined : issueId}
        onChange={(event) => onText(event.target.value)}
      />
      {issue === undefined ? null : (
        <p id={issueId} className="issue">
          {issue}
        </p>
      )}
    </div>
  )
}
