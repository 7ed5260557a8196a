import { countText } from "#core/base/countText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { logTime } from "#web/app/times.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Status } from "#web/ui/Status.tsx"

/** All facts about a lock. Fields the user may not see are absent, not empty (001 §2: vendors). */
export const LockFacts = ({ lock }: { readonly lock: Lock }) => {
  const { secondaryLockStatus, updatedBy, updatedOn, viewCount } = lock
  const viewed = `Viewed ${countText(viewCount)} time(s)`
  return (
    <Facts
      facts={{
        Facility: lock.facilityName ?? "Inventory",
        ...(secondaryLockStatus === undefined ? {} : { Status: <Status status={secondaryLockStatus} /> }),
        Unit: lock.unitNumber,
        Combination: (
          <>
            <span title={viewed}>
              <Combination lock={lock} />
            </span>
            <small className="faint lock-viewed">{viewed}</small>
          </>
        ),
        Color: <LockColor color={lock.color} />,
        ...(updatedBy === undefined ? {} : { "Updated By": updatedBy }),
        ...(updatedOn === undefined ? {} : { "Updated On": `${logTime(updatedOn)} UTC` })
      }}
    />
  )
}
