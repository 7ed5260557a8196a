import { countText } from "#core/base/countText.ts"
import { countOf } from "#core/base/countOf.ts"
import { setLockStatus, setLockUnit } from "#core/commands/lockChangeCommands.ts"
import type { LockId } from "#core/base/ids.ts"
import type { Finding } from "#core/drift/Finding.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { rememberChange, undoOf } from "#web/app/changesMade.ts"
import { failureText } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { keysShown } from "#web/keyboard/keysShown.ts"

/** `3 mismatches`. */
export const mismatchesText = (count: number): string => countOf(count, "mismatch", "mismatches")

/**
 * How to fix a finding without further input. Null if it needs a lock that isn't activated, or a unit that only the
 * user knows.
 */
export const fixOf = ({ fix }: Finding): (() => Promise<unknown>) | null => {
  const { command, lockID, status, unit, updatedOn } = fix
  if (lockID === null) return null
  const lock = { lockID, ...(updatedOn === null ? {} : { updatedOn }) }
  if (command === "locks.setUnit") return unit === null ? null : () => run(setLockUnit, { ...lock, unit })
  return status === null ? null : () => run(setLockStatus, { ...lock, status, ...(unit === null ? {} : { unit }) })
}

/** Most failures listed in the final notification. */
const namedAtMost = 3

/**
 * Fixes several findings one after the other, each by its own command with its permission and audit record. A failure
 * doesn't stop the others. The server refuses to fix a lock that someone else has changed since it was compared. Shows how many
 * were fixed and why others weren't; a single undo reverts all of them.
 * @param onProgress called with the number of attempts so far
 */
export const fixSelected = async (
  findings: ReadonlyArray<Finding>,
  onProgress: (done: number) => void
): Promise<void> => {
  const undo: Array<number> = []
  const failures: Array<string> = []
  let fixed = 0
  const changedHere = new Set<LockId | null>()
  let over = false
  for (const [nth, finding] of findings.entries()) {
    onProgress(nth)
    const { fix } = finding
    // A second fix of a lock is based on the first one.
    const updatedOn = changedHere.has(fix.lockID) ? null : fix.updatedOn
    changedHere.add(fix.lockID)
    await fixOf({ ...finding, fix: { ...fix, updatedOn } })?.().then(
      (answer) => {
        undo.push(...undoOf(answer))
        fixed += 1
      },
      (error: Error) => {
        over = error instanceof CallFailure && error.cancelled
        // Facilities may have units of the same name.
        failures.push(`${finding.unit ?? fix.serialCode ?? ""} at ${finding.facilityName}: ${failureText(error)}`)
      }
    )
    // The session ended, or its user acts for another company, which must not get the rest.
    if (over) return
  }
  rememberChange(`Fix ${mismatchesText(fixed)}`, { undo })
  const more = failures.length - namedAtMost
  const next = [
    ...failures.slice(0, namedAtMost),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(undo.length === 0 ? [] : [`Undo: ${keysShown(keysOf("locks.undo")[0] ?? "").join(" ")}`])
  ].join(" ")
  toast(
    failures.length === 0 ? "success" : "warning",
    `${countText(fixed)} of ${mismatchesText(findings.length)} fixed.`,
    ...(next === "" ? [] : [next])
  )
}
