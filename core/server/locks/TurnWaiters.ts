import { Clock, Context, Effect } from "effect"

/** How long after a turn somebody is taken to be at work, in milliseconds. */
const workedLately = 10_000

type Turn = <A, E, R>(work: (came: () => void) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Who waits in this process for a turn to change something: a company's, or embedded the only connection. What takes long asks after
 * each of its statements, and ends its turn early where somebody does. Waiters of another process are not known of.
 */
export interface Waiters {
  readonly some: () => boolean
  /** Whether somebody waited in the last seconds, and so may again. */
  readonly lately: Effect.Effect<boolean>
  /** Does something whose turn has come once it says so; until then it waits. */
  readonly waiting: Turn
  /** The same for what ends its turn early itself: nobody else does so for it. */
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

/** The waiters of this process: a hint only, so that several servers in one may share them. */
export const TurnWaiters = Context.Reference<Waiters>("lockdesk/server/TurnWaiters", { defaultValue: makeWaiters })
