import { Clock, Context, Effect } from "effect"

/** How long after a change someone counts as active, in milliseconds. */
const workedLately = 10_000

type Turn = <A, E, R>(work: (came: () => void) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Callers in this process that wait for a write lock: a company's or, if embedded, the only connection. Long writers check it
 * after each statement, and release the lock early if someone waits. It doesn't know waiters in other processes.
 */
export interface Waiters {
  readonly some: () => boolean
  /** Whether someone waited in the last seconds, and so may wait again. */
  readonly lately: Effect.Effect<boolean>
  /** Counts as waiting until the work reports that it has the lock. */
  readonly waiting: Turn
  /** The same for work that releases its lock early. Other long writers don't release theirs for it. */
  readonly giving: Turn
}

const makeWaiters = (): Waiters => {
  const waiters = new Set<symbol>()
  let last = Number.NEGATIVE_INFINITY
  return {
    some: () => waiters.size > 0,
    lately: Effect.map(Clock.currentTimeMillis, (millis) => millis - last < workedLately),
    giving: (work) => work(() => undefined),
    waiting: (work) =>
      Effect.flatMap(Clock.currentTimeMillis, (millis) => {
        const waiter = Symbol("waiter")
        const came = () => void waiters.delete(waiter)
        waiters.add(waiter)
        last = millis
        return Effect.ensuring(work(came), Effect.sync(came))
      })
  }
}

/** This process's waiters. Only a hint, so several servers in one process may share it. */
export const WriteLockWaiters = Context.Reference<Waiters>("lockdesk/server/WriteLockWaiters", {
  defaultValue: makeWaiters
})
