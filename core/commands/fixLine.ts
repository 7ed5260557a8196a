import type { Mend } from "#core/drift/Finding.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { setLockStatus, setLockUnit } from "./lockChangeCommands.ts"
import { activateLock } from "./lockCommands.ts"
import type { AnyCommand } from "./registry.ts"
import { terminalLine } from "./terminalLine.ts"

const mending: Readonly<Record<Mend["command"], unknown>> = {
  "locks.setStatus": setLockStatus,
  "locks.setUnit": setLockUnit,
  "locks.activate": activateLock
}

/** A mend as a line for a shell. What only a person can give is left out, and asked for at a terminal. */
export const fixLine = (mend: Mend): string => {
  const definition = mending[mend.command] as AnyCommand
  const words = {
    ...(mend.serialCode === null ? {} : { lockID: mend.serialCode }),
    ...(mend.status === null ? {} : { status: LockStatus.label(mend.status) }),
    ...(mend.unit === null ? {} : { unit: mend.unit }),
    ...(mend.facilityID === null ? {} : { facilityID: String(mend.facilityID) })
  }
  return terminalLine(definition, words) ?? ""
}
