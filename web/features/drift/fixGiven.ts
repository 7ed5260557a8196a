import { groupedSerial } from "#core/base/serialText.ts"
import type { CommandId } from "#core/commands/registry.ts"
import type { Finding } from "#core/drift/Finding.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type { Given } from "#web/app/CommandCenter.ts"
import { lockList } from "#web/sync/LockList.ts"

/** The command that fixes a finding, and its input. The command's handler asks for missing input. */
export const fixGiven = ({ fix }: Finding): { readonly command: CommandId; readonly given: Given } => {
  const { command, lockID, status, unit, facilityID, updatedOn } = fix
  const lock = lockID === null ? undefined : lockList.lockOf(lockID)
  const input = Object.fromEntries(
    Object.entries({ lockID, status, unit, facilityID, updatedOn }).filter(([, value]) => value !== null)
  )
  return { command, given: { ...(lock === undefined ? {} : { lock }), input } }
}

/** Label of its button. */
export const fixLabel = ({ fix, locks }: Finding): string => {
  const { command, serialCode, status, unit } = fix
  // With several locks the label must name the lock.
  if (locks.length > 1) return fix.words
  if (command === "locks.activate") return "Activate a lock"
  if (command === "locks.setUnit") return unit === null ? "Set its unit" : `Set unit to ${unit}`
  return unit === null
    ? `Set to ${LockStatus.label(status ?? 0)}`
    : `Put ${groupedSerial(serialCode ?? "a lock")} on ${unit}`
}
