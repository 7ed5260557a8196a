import { countText } from "#core/base/countText.ts"
import { type RefObject, useId } from "react"
import type { Lock } from "#core/locks/Lock.ts"
import { combinationRefusal } from "#core/locks/lockChangeRules.ts"
import { words } from "#core/api/problem.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { useScanned } from "#web/ui/useScanned.ts"
import { formOf, statusOptions } from "./lockForm.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"

interface CombinationFieldProps {
  readonly lock: Lock
  /** The new combination typed so far, or null. */
  readonly code: string | null
  readonly onCode: (code: string) => void
  readonly issue: string | undefined
  /** Why the lock can't be changed, or null. */
  readonly closed: string | null
  readonly field: RefObject<HTMLInputElement | null>
}

/** The combination, masked if the rules say so, with its Edit button; or the field for a new one (001 §2, §4). */
export const CombinationField = ({ lock, code, onCode, issue, closed, field }: CombinationFieldProps) => {
  const user = useSignedInUser()
  const id = useId()
  const noteId = useId()
  const scan = useScanned(onCode)
  const refusal = combinationRefusal(user, formOf(lock).status)
  const mayBeAvailable = statusOptions(user, lock, formOf(lock).status).includes(LockStatus.id.Available)
  if (code === null) {
    return (
      <div className="field" role="group" aria-label="Combination">
        <span className="field-name">Combination</span>
        <p className="field-text">
          <Combination lock={lock} />
          <CommandButton
            command="locks.setCode"
            given={{ lock }}
            label="Edit the combination"
            showKeys={false}
            notYet={closed ?? (mayBeAvailable ? null : "Your role can't set this lock to Available.")}
          >
            Edit
          </CommandButton>
        </p>
        <p className="note muted">Viewed {countText(lock.viewCount)} time(s)</p>
        {refusal?.data.reason === "NoPermission" ? <p className="note warning">{words(refusal).error}</p> : null}
      </div>
    )
  }
  return (
    <div className="field">
      <label htmlFor={id}>New combination</label>
      <input
        id={id}
        ref={field}
        className="input code"
        inputMode="numeric"
        autoComplete="off"
        value={code}
        aria-invalid={issue !== undefined}
        aria-describedby={noteId}
        onKeyDown={scan}
        onChange={({ target }) => onCode(target.value.replace(/\D/g, "").slice(0, 4))}
      />
      <div id={noteId}>
        {issue === undefined ? null : <p className="issue">{issue}</p>}
        <p className="note warning">Saving sets this lock to Available.</p>
      </div>
      <CommandButton command="lock.keepCode" shape="none">
        Keep the combination
      </CommandButton>
    </div>
  )
}
