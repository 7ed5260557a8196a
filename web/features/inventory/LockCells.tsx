import "./inventory.css"
import type { ReactNode } from "react"
import type { LockId } from "#core/base/ids.ts"
import { lockList } from "#web/sync/LockList.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"

interface SerialWithDotProps {
  readonly serialCode: string
  readonly color: number
}

/** A serial code after the dot with its lock's color (001 §2). */
export const SerialWithDot = ({ serialCode, color }: SerialWithDotProps) => (
  <span className="inventory-serial">
    <LockColor color={color} named={false} />
    <Serial code={serialCode} />
  </span>
)

/** The combination of a lock if it may be shown. It exists only in this cell (law 8). */
export const CombinationOf = ({ lockID }: { readonly lockID: LockId }) => {
  const lock = lockList.lockOf(lockID)
  return lock === undefined ? <span className="faint">--</span> : <Combination lock={lock} />
}

interface LockCardProps extends SerialWithDotProps {
  readonly lockID: LockId
  readonly status: number | undefined
  /** Additional text or buttons. */
  readonly children?: ReactNode
}

/** A lock on a narrow screen without columns. */
export const LockCard = ({ lockID, serialCode, color, status, children }: LockCardProps) => (
  <>
    <p>
      <SerialWithDot serialCode={serialCode} color={color} />
      <Status status={status} />
    </p>
    <p className="muted">
      <CombinationOf lockID={lockID} />
      {children}
    </p>
  </>
)
