import { useEffect, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Combination, isMasked, Masked } from "#web/ui/Combination.tsx"
import { lockList } from "#web/sync/LockList.ts"

/**
 * How long a row must be visible before its combination is requested, in milliseconds, so that fast scrolling makes
 * no requests.
 */
const rest = 300

interface ListedCombinationProps {
  readonly lockID: LockId
  readonly user: LoggedInUser
  readonly status: number | null | undefined
}

/**
 * The combination of a row: '****', or the code if the rules don't mask it. By law the synced list has no
 * combinations, so each visible row requests its own and drops it when it unmounts.
 */
export const ListedCombination = ({ lockID, user, status }: ListedCombinationProps) => {
  const masked = isMasked(user, status != null && LockStatus.isId(status) ? status : undefined)
  return masked ? <Masked /> : <Asked key={lockID} lockID={lockID} />
}

const Asked = ({ lockID }: { readonly lockID: LockId }) => {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), rest)
    return () => clearTimeout(timer)
  }, [])
  const lock = lockList.lockOf(lockID)
  return rested && lock !== undefined ? <Combination lock={lock} /> : <span className="faint">...</span>
}
