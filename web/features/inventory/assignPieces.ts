import type { LockId } from "#core/base/ids.ts"
import type { LeftLock } from "#core/inventory/InventoryApi.ts"

/** Locks per request, so that each response takes under a second and progress is visible. */
const pieceLocks = 500

/** Progress of an assignment. */
export interface Assignment {
  /** Locks processed by the server. */
  readonly done: number
  readonly of: number
  readonly left: ReadonlyArray<LeftLock>
}

/** One request: assigns a batch of locks to the facility and resolves to the skipped ones. */
export type AssignPiece = (lockIds: ReadonlyArray<LockId>) => Promise<ReadonlyArray<LeftLock>>

/**
 * Assigns locks batch by batch, in order. A failed batch stops it and its error is thrown; `onProgress` has been called for
 * the earlier ones.
 */
export const assignPieces = async (
  lockIDs: ReadonlyArray<LockId>,
  assign: AssignPiece,
  onProgress: (so: Assignment) => void
): Promise<Assignment> => {
  let so: Assignment = { done: 0, of: lockIDs.length, left: [] }
  for (let from = 0; from < lockIDs.length; from += pieceLocks) {
    const piece = lockIDs.slice(from, from + pieceLocks)
    const left = await assign(piece)
    so = { ...so, done: so.done + piece.length, left: [...so.left, ...left] }
    onProgress(so)
  }
  return so
}
