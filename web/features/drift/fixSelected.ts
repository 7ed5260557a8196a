import { countOf } from "#core/base/countOf.ts"
import { setLockStatus, setLockUnit } from "#core/commands/lockChangeCommands.ts"
import type { Finding } from "#core/drift/Finding.ts"
import { rememberChange, undoOf } from "#web/app/changesMade.ts"
import { failureText } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { keysShown } from "#web/keyboard/keysShown.ts"
import { lockNow } from "./lockNow.ts"

/** `3 mismatches`. */
export const mismatchesText = (count: number): string => countOf(count, "mismatch", "mismatches")

/**
 * How to fix a finding without further input. Null if it needs a lock that isn't activated, or a unit that only the
 * user knows.
 */
export const fixOf = ({ fix: { command, lockID, status, unit } }: Finding): (() => Promise<unknown>) | null => {
  if (lockID === null) return null
  if (command === "locks.setUnit") return unit === null ? null : () => run(setLockUnit, { lockID, unit })
  return status === null ? null : () => run(setLockStatus, { lockID, status, ...(unit === null ? {} : { unit }) })
}

/** Most failures listed in the final notification. */
const namedAtMost = 3

/**
 * Fixes several findings one after the other, each by its own command with its permission and audit record. A failure
 * doesn't stop the others. A lock that someone else changes meanwhile is left alone: its fix may no longer be right. Shows how
 * many were fixed and why others weren't; a single undo reverts all of them.
 * @param onProgress called with the number of attempts so far
 */
export const fixSelected = async (
  findings: ReadonlyArray<Finding>,
  onProgress: (done: number) => void
): Promise<void> => {
  const undo: Array<number> = []
  const failures: Array<string> = []
  let fixed = 0
  const locksOf = ({ fix: { lockID } }: Finding) => (lockID === null ? [] : [lockID])
  const before = new Map(findings.flatMap(locksOf).map((lockID) => [lockID, lockNow(lockID)]))
  for (const [nth, finding] of findings.entries()) {
    onProgress(nth)
    const changed = locksOf(finding).some((lockID) => before.has(lockID) && lockNow(lockID) !== before.get(lockID))
    // Changed from here on by this fix.
    for (const lockID of locksOf(finding)) before.delete(lockID)
    const failed = (why: string): void => {
      failures.push(`${finding.unit ?? finding.fix.serialCode ?? ""}: ${why}`)
    }
    if (changed) {
      failed("Its lock was changed meanwhile.")
      continue
    }
    await fixOf(finding)?.().then(
      (answer) => {
        undo.push(...undoOf(answer))
        fixed += 1
      },
      (error: Error) => failed(failureText(error))
    )
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
    `${fixed} of ${mismatchesText(findings.length)} fixed.`,
    ...(next === "" ? [] : [next])
  )
}
