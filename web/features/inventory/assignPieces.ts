import type { LeftLock } from "#core/inventory/InventoryApi.ts"

/** Locks sent in one call: an answer comes within a second, and somebody sees how far it is. */
const pieceLocks = 500

/** How far an assignment got. */
export interface Assignment {
  /** Locks that were sent and answered. */
  readonly done: number
  readonly of: number
  readonly left: ReadonlyArray<LeftLock>
}

/** One call: the locks of a piece to the facility; answers those that were left out. */
export type AssignPiece = (lockIds: ReadonlyArray<number>) => Promise<ReadonlyArray<LeftLock>>

/**
 * Assigns locks piece by piece, in their order. A piece that fails ends it and is thrown; `told` has heard of those before it.
 */
export const assignPieces = async (
  lockIDs: ReadonlyArray<number>,
  assign: AssignPiece,
  told: (so: Assignment) => void
): Promise<Assignment> => {
  let so: Assignment = { done: 0, of: lockIDs.length, left: [] }
  for (let from = 0; from < lockIDs.length; from += pieceLocks) {
    const piece = lockIDs.slice(from, from + pieceLocks)
    const left = await assign(piece)
    so = { ...so, done: so.done + piece.length, left: [...so.left, ...left] }
    told(so)
  }
  return so
}
