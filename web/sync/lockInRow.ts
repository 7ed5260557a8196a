import type { LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockList } from "./LockList.ts"

/** The lock of a row in a list of locks: lists number their rows, there by lock ID. None has another number. */
export const lockInRow = (id: number): Lock | undefined => lockList.lockOf(id as LockId)
