import type { Lock } from "#core/locks/Lock.ts"
import { closedOnDashboard } from "#core/locks/lockRules.ts"
import { defaultLockStatus } from "#core/locks/lockStatuses.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"

/** The documents' tooltip for a disabled 'View Details' (001 §2). */
const closedText = "This will return all settings to values when this page was loaded"

/** What the result card shows about a lock (001 §2). */
export const LockSummary = ({ lock }: { readonly lock: Lock | null }) => {
  const user = useSignedInUser()
  if (lock === null) return <p className="quick-empty muted">Search a lock to show details.</p>
  const closed = closedOnDashboard(user, lock.secondaryLockStatus ?? defaultLockStatus)
  return (
    <div className="quick-summary">
      <dl className="facts">
        <div>
          <dt>Serial Code</dt>
          <dd>
            <Serial code={lock.serialCode} />
          </dd>
        </div>
        {lock.secondaryLockStatus === undefined ? null : (
          <div>
            <dt>Status</dt>
            <dd>
              <Status status={lock.secondaryLockStatus} />
            </dd>
          </div>
        )}
        <div>
          <dt>Unit</dt>
          <dd>{lock.unitNumber ?? "--"}</dd>
        </div>
        <div>
          <dt>Combination</dt>
          <dd>
            <Combination lock={lock} />
          </dd>
        </div>
      </dl>
      <p className="quick-do">
        <CommandButton command="locks.show" given={{ lock }} notYet={closed ? closedText : null}>
          View Details
        </CommandButton>
        <CommandButton command="locks.reveal" given={{ lock }} look="primary">
          Reveal
        </CommandButton>
      </p>
    </div>
  )
}
