import "./inventory.css"
import type { ReactNode } from "react"
import { lockList } from "#web/sync/LockList.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"

interface SerialWithDotProps {
  readonly serialCode: string
  readonly color: number
}

/** A serial code behind the dot of its lock's color (001 §2). */
export const SerialWithDot = ({ serialCode, color }: SerialWithDotProps) => (
  <span className="inventory-serial">
    <LockColor color={color} named={false} />
    <Serial code={serialCode} />
  </span>
)

/** The combination of a lock, where the rules leave it open; it stays in this cell (law 8). */
export const CombinationOf = ({ lockID }: { readonly lockID: number }) => {
  const lock = lockList.lockOf(lockID)
  return lock === undefined ? <span className="faint">--</span> : <Combination lock={lock} />
}

interface LockCardProps extends SerialWithDotProps {
  readonly lockID: number
  readonly status: number | undefined
  /** What else there is to say, or to do. */
  readonly children?: ReactNode
}

/** A lock where there is no room for columns. */
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
