import type { Lock } from "#core/locks/Lock.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { differences } from "./lockForm.ts"

interface LockConflictProps {
  /** The lock as it was when the changes began. */
  readonly before: Lock
  readonly theirs: Lock
}

/** Somebody else changed the lock below unsaved changes: what they did, and whose changes are to stand. */
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
