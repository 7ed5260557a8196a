import type { Lock } from "#core/locks/Lock.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { differences } from "./lockForm.ts"

interface LockConflictProps {
  /** The lock when the user started editing. */
  readonly before: Lock
  readonly theirs: Lock
}

/** Someone else changed the lock while there are unsaved changes: shows their changes and asks which to keep. */
export const LockConflict = ({ before, theirs }: LockConflictProps) => {
  const changed = differences(before, theirs)
  const when = theirs.updatedOn === undefined ? "" : ` on ${logTime(theirs.updatedOn)} UTC`
  return (
    <section className="card lock-conflict" role="alert" aria-labelledby="lock-conflict">
      <h2 id="lock-conflict">
        This lock was changed by {theirs.updatedBy ?? "someone else"}
        {when}
      </h2>
      {changed.length === 0 ? (
        <p>Its combination was changed. Your edits are still here but not saved.</p>
      ) : (
        <>
          <p>Your edits are still here but not saved.</p>
          <ul>
            {changed.map(({ name, from, to }) => (
              <li key={name}>
                {name}: <s>{from}</s> <span className="hidden">became</span> <strong>{to}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="lock-do">
        <CommandButton command="lock.takeTheirs">Take theirs</CommandButton>
        <CommandButton command="lock.keepMine" look="primary">
          Keep mine
        </CommandButton>
      </p>
    </section>
  )
}
