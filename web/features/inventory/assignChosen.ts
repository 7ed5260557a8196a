import { countText } from "#core/base/countText.ts"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { assignInventory } from "#core/commands/inventoryCommands.ts"
import { titleFor } from "#core/commands/severalLocks.ts"
import type { LeftLock } from "#core/inventory/InventoryApi.ts"
import { assignedWords } from "#core/inventory/inventoryWords.ts"
import { call } from "#web/app/calls.ts"
import { rememberChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { type Assignment, assignPieces } from "./assignPieces.ts"
import type { ChosenLock } from "./ChosenLock.ts"
import { chosenLocks } from "./chosenLocks.ts"

/** Most locks listed in a notification; the table shows all. */
const namedAtMost = 3

const namesAndWhy = (left: ReadonlyArray<LeftLock>, chosen: ReadonlyArray<ChosenLock>): string => {
  const serials = new Map(chosen.map(({ lockID, serialCode }) => [lockID, serialCode]))
  const named = left
    .slice(0, namedAtMost)
    .map(({ lockID, error }) => `${serials.get(lockID) ?? `#${lockID}`}: ${error.replace(/\.$/, "")}.`)
  return [...named, ...(left.length > namedAtMost ? [`And ${countText(left.length - namedAtMost)} more.`] : [])].join(
    " "
  )
}

/** Locks that stay selected: the skipped ones with the reason, and those not sent. */
const staying = (chosen: ReadonlyArray<ChosenLock>, so: Assignment): ReadonlyArray<ChosenLock> => {
  const why = new Map(so.left.map(({ lockID, error }) => [lockID, error]))
  return chosen.flatMap((lock, nth) => {
    const left = why.get(lock.lockID)
    return left !== undefined ? [{ ...lock, left }] : nth < so.done ? [] : [lock]
  })
}

/**
 * Assigns the selected locks to a facility (001 §2, §8). Assigned locks are deselected; skipped ones stay with their
 * reason. Resolves to whether none are left; never rejects.
 */
export const assignChosen = async (facilityId: FacilityId, onProgress: (so: Assignment) => void): Promise<boolean> => {
  const chosen = chosenLocks.get()
  let so: Assignment = { done: 0, of: chosen.length, left: [] }
  const undo: Array<unknown> = []
  try {
    so = await assignPieces(
      chosen.map(({ lockID }) => lockID),
      async (lockIds) => {
        const answer = await call(
          withClient((client) => client.inventory.assign({ query: {}, payload: { lockIds, facilityId } }))
        )
        undo.push(answer.undo)
        return answer.left
      },
      (now) => {
        so = now
        onProgress(now)
      }
    )
  } catch (error) {
    tellFailure(error)
    return false
  } finally {
    // However many requests it took, it is a single undo.
    const records = undo.flat()
    // If the session ended in the meantime, the selection is already cleared, and the next user or company must not undo this.
    if (chosenLocks.get() === chosen) {
      rememberChange(titleFor(assignInventory, records.length), { undo: records })
      chosenLocks.set(staying(chosen, so))
    }
    refresh(assignInventory.touches)
  }
  const words = assignedWords(so.of, 0, so.left.length)
  if (so.left.length === 0) toast("success", words)
  else toast("info", words, namesAndWhy(so.left, chosen))
  return so.left.length === 0
}
