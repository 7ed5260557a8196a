import { Struct } from "effect"
import { queryOptions } from "@tanstack/react-query"
import { withClient } from "#core/api/ApiClient.ts"
import type { LockId } from "#core/base/ids.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import type { Lock, LockLog, ShownLock } from "#core/locks/Lock.ts"
import { call } from "./calls.ts"
import type { TopicKey } from "./queries.ts"
import { run } from "./run.ts"

/** Removes the combination, which the server may have included, before a lock is cached (law 8). */
export const withoutCode = (shown: ShownLock): Lock => Struct.omit(shown, ["unlockCode"])

/** Query for one lock from the server. */
export const lockQuery = (lockID: LockId) =>
  queryOptions({
    queryKey: ["locks", "show", lockID] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<Lock> =>
      withoutCode(
        (
          await call(
            withClient((client) => client.locks.show({ params: { id: lockID }, query: {} })),
            { signal }
          )
        ).data
      )
  })

/** Most log lines shown. */
const logLines = 1000

/** The newest lines of a lock's log, and whether there are older ones. */
export interface LockLogPage {
  readonly lines: ReadonlyArray<LockLog>
  readonly more: boolean
}

/** Query for the log of a lock, newest first. */
export const lockLogQuery = (lockID: LockId) =>
  queryOptions({
    queryKey: ["locks", "log", lockID] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<LockLogPage> => {
      const { data, next } = await call(
        withClient((client) => client.locks.logs({ query: { lockID, count: logLines } })),
        { signal }
      )
      return { lines: data, more: next !== null }
    }
  })

/** Locks found by a server search, and the total number of matches. */
export interface FoundLocks {
  readonly locks: ReadonlyArray<Lock>
  readonly total: number
}

/** Searches the server for locks by serial code or unit (001 §7: quick search pages). */
export const findLocksAt = async (text: string, count: number, signal: AbortSignal): Promise<FoundLocks> => {
  const { data, totalCount } = await run(findLocks, { text, limit: count }, { signal })
  return { locks: data.map(withoutCode), total: totalCount }
}

/** Rows to request for a complete serial code (001 §7). */
const serialCount = 100

/** The lock with exactly this serial code on the server, or null. */
export const lockBySerial = async (serialCode: string, signal: AbortSignal): Promise<Lock | null> => {
  const { locks } = await findLocksAt(serialCode, serialCount, signal)
  return locks.find((lock) => lock.serialCode === serialCode) ?? null
}
