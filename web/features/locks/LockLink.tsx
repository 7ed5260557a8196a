import type { LockId } from "#core/base/ids.ts"
import { center } from "#web/app/CommandCenter.ts"
import { isPlainClick } from "#web/app/isPlainClick.ts"
import { Serial } from "#web/ui/Serial.tsx"
import { lockList } from "#web/sync/LockList.ts"
import { lockPath } from "./lockPath.ts"

/** Opens a lock's page, or shows why this user may not. */
export const openLock = (lockID: LockId): void => {
  const lock = lockList.lockOf(lockID)
  center.perform("locks.show", { ...(lock === undefined ? {} : { lock }), input: { lockID } })
}

/** A serial code that links to its lock. Not a tab stop, because the list around it is one. */
export const LockLink = ({ lockID, serialCode }: { readonly lockID: LockId; readonly serialCode: string }) => (
  <a
    href={lockPath(lockID)}
    tabIndex={-1}
    data-command="locks.show"
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      openLock(lockID)
    }}
  >
    <Serial code={serialCode} />
  </a>
)
