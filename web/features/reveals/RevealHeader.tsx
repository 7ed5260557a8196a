import type { Lock } from "#core/locks/Lock.ts"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"
import { isSerial } from "./revealStage.ts"

/** The lock in question: the typed serial code until the lock is found. */
export const RevealHeader = ({ serialCode, lock }: { readonly serialCode: string; readonly lock: Lock | null }) => {
  if (serialCode === "") return <p className="reveal-head">Reveal a combination</p>
  const place = [lock?.unitNumber == null ? null : `unit ${lock.unitNumber}`, lock?.facilityName ?? null]
  const where = place.filter((part) => part !== null).join(", ")
  return (
    <p className="reveal-head">
      {isSerial(serialCode) ? <Serial code={serialCode} /> : <span className="code">{serialCode}</span>}
      {where === "" ? null : <span className="chip">{where}</span>}
      {lock?.secondaryLockStatus === undefined ? null : <Status status={lock.secondaryLockStatus} />}
    </p>
  )
}
