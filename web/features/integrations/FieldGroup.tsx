import { type ReactNode, useId } from "react"

interface FieldGroupProps {
  readonly legend: string
  /** Error of the group. */
  readonly issue: string | undefined
  readonly children: ReactNode
}

/** A group of fields with its error. `useFocusWrong` focuses a wrong group, so that its name and error are read. */
export const FieldGroup = ({ legend, issue, children }: FieldGroupProps) => {
  const issueId = useId()
  const wrong = issue === undefined ? {} : { "data-wrong": true, tabIndex: -1, "aria-describedby": issueId }
  return (
    <fieldset {...wrong}>
      <legend>{legend}</legend>
      {children}
      {issue === undefined ? null : (
        <p id={issueId} role="alert" className="issue">
          {issue}
        </p>
      )}
    </fieldset>
  )
}
