import type { Fix } from "#core/drift/Finding.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { setLockStatus, setLockUnit } from "./lockChangeCommands.ts"
import { activateLock } from "./lockCommands.ts"
import type { AnyCommand } from "./registry.ts"
import { terminalLine } from "./terminalLine.ts"

const fixCommands: Readonly<Record<Fix["command"], unknown>> = {
  "locks.setStatus": setLockStatus,
  "locks.setUnit": setLockUnit,
  "locks.activate": activateLock
}

/** A fix as a shell command. Inputs that only a person can give are left out; the terminal prompts for them. */
export const fixLine = (fix: Fix): string => {
  const definition = fixCommands[fix.command] as AnyCommand
  const words = {
    ...(fix.serialCode === null ? {} : { lockID: fix.serialCode }),
    ...(fix.status === null ? {} : { status: LockStatus.label(fix.status) }),
    ...(fix.unit === null ? {} : { unit: fix.unit }),
    ...(fix.facilityID === null ? {} : { facilityID: String(fix.facilityID) })
  }
  return terminalLine(definition, words) ?? ""
}
