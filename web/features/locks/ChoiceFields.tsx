import { type RefObject, useId } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { LockColor as Colors } from "#core/locks/lockColors.ts"
import { LockStatus, statusDot } from "#core/locks/lockStatuses.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { LockColor } from "#web/ui/LockColor.tsx"
import { FieldLabel } from "./FieldLabel.tsx"
import { type LockForm, statusOptions, withStatus } from "./lockForm.ts"

interface ChoiceProps {
  readonly lock: Lock
  readonly form: LockForm
  readonly onChange: (form: LockForm) => void
  readonly closed: string | null
  readonly field: RefObject<HTMLSelectElement | null>
}

/** Status of a lock. Offers only what the role may choose from the current status (001 §4). */
export const StatusField = ({ lock, form, onChange, closed, field }: ChoiceProps) => {
  const user = useSignedInUser()
  const id = useId()
  const noteId = useId()
  const options = statusOptions(user, lock, form.status)
  const why =
    form.code !== null
      ? "The lock becomes Available with its new combination."
      : options.length < 2
        ? "Your role can't change this lock's status."
        : null
  return (
    <div className="field">
      <FieldLabel htmlFor={id} command="locks.setStatus">
        Status
      </FieldLabel>
      <div className={`select-row st ${statusDot(form.status)}`}>
        <select
          id={id}
          ref={field}
          className="select"
          value={form.status}
          disabled={closed !== null || why !== null}
          aria-describedby={why === null ? undefined : noteId}
          onChange={({ target }) => {
            const status = options.find((each) => each === Number(target.value))
            if (status !== undefined) onChange(withStatus(lock, form, status))
          }}
        >
          {options.map((status) => (
            <option key={status} value={status}>
              {LockStatus.label(status)}
            </option>
          ))}
        </select>
      </div>
      {why === null || closed !== null ? null : (
        <p id={noteId} className="note muted">
          {why}
        </p>
      )}
    </div>
  )
}

/** The color of a lock. */
export const ColorField = ({ form, onChange, closed, field }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="field">
      <FieldLabel htmlFor={id} command="locks.setColor">
        Color
      </FieldLabel>
      <div className="select-row">
        <LockColor color={form.color} named={false} />
        <select
          id={id}
          ref={field}
          className="select"
          value={form.color}
          disabled={closed !== null}
          onChange={({ target }) => onChange({ ...form, color: Number(target.value) })}
        >
          {Colors.rows.map(({ id: color, label }) => (
            <option key={color} value={color}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
