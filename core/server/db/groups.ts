import { type Cause, Deferred, Effect, Exit } from "effect"

/** The result of a group of calls. */
export interface GroupDone<B, E> {
  /** The result of each call, in order; null if it has to wait for the next group. The first call never has to. */
  readonly exits: ReadonlyArray<Exit.Exit<B, E> | null>
  /** Runs after the commit and before any call is answered. If it fails, so do the calls that succeeded. */
  readonly after: Effect.Effect<void, E>
}

interface Waiting<A, B, E> {
  readonly call: A
  readonly answer: Deferred.Deferred<B, E>
}

/**
 * Group commit. While a group of calls with one key runs, further calls with that key wait, and the next group runs all of them
 * in one transaction. So the cost of a commit is shared by all waiting calls, and a single call never waits.
 *
 * `commit` runs the calls that `take` returns, and calls it as late as possible to include new arrivals. Called again (for a
 * retried transaction), `take` returns the same calls. If a group fails for a reason that left nothing behind according to
 * `undone`, its calls are run one by one, so that only the faulty one fails.
 * @param most the maximum number of calls per group
 */
export const makeGroups = <K, A, B, E, F>({
  most,
  commit,
  undone
}: {
  readonly most: number
  readonly commit: (key: K, take: () => ReadonlyArray<A>) => Effect.Effect<GroupDone<B, E>, F>
  readonly undone: (cause: Cause.Cause<F>) => boolean
}) => {
  const queues = new Map<K, Array<Waiting<A, B, E | F>>>()

  /** Answers a group after its `after` is done. Calls that have to wait are first in the next group. */
  const settle = (
    queue: Array<Waiting<A, B, E | F>>,
    taken: ReadonlyArray<Waiting<A, B, E | F>>,
    { exits, after }: GroupDone<B, E>
  ) => {
    queue.unshift(...taken.filter((_, nth) => (exits[nth] ?? null) === null))
    return Effect.map(Effect.exit(after), (followed) => {
      for (const [nth, { answer }] of taken.entries()) {
        const exit = exits[nth] ?? null
        if (exit === null) continue
        const failed = Exit.isFailure(followed) && Exit.isSuccess(exit)
        Deferred.doneUnsafe(answer, failed ? Exit.failCause(followed.cause) : exit)
      }
    })
  }

  const fail = (taken: ReadonlyArray<Waiting<A, B, E | F>>, cause: Cause.Cause<F>) => {
    for (const { answer } of taken) Deferred.doneUnsafe(answer, Exit.failCause(cause))
  }

  const alone = Effect.fnUntraced(function* (
    key: K,
    queue: Array<Waiting<A, B, E | F>>,
    taken: ReadonlyArray<Waiting<A, B, E | F>>
  ) {
    for (const one of taken) {
      const exit = yield* Effect.exit(commit(key, () => [one.call]))
      if (Exit.isFailure(exit)) fail([one], exit.cause)
      else yield* settle(queue, [one], exit.value)
    }
  })

  /** Runs the next group of waiting calls. If no one waits after it, the next call starts a new queue. */
  const next = Effect.fnUntraced(function* (key: K, queue: Array<Waiting<A, B, E | F>>) {
    let taken: ReadonlyArray<Waiting<A, B, E | F>> = []
    const take = () => {
      if (taken.length === 0) taken = queue.splice(0, most)
      return taken.map(({ call }) => call)
    }
    const exit = yield* Effect.exit(commit(key, take))
    if (Exit.isSuccess(exit)) {
      const settled = settle(queue, taken, exit.value)
      // If others wait, the database gets the next group before this one is answered.
      if (queue.length > 0) return yield* Effect.forkDetach(settled)
      queues.delete(key)
      return yield* settled
    }
    // No call was taken yet: fail those that would have been.
    take()
    if (taken.length > 1 && undone(exit.cause)) yield* alone(key, queue, taken)
    else fail(taken, exit.cause)
    if (queue.length === 0) queues.delete(key)
  })

  /** Runs group after group until no call waits. */
  const work = Effect.fnUntraced(function* (key: K, queue: Array<Waiting<A, B, E | F>>) {
    while (queue.length > 0) yield* next(key, queue)
  })

  /** Runs a call in a group of its key. Once started it runs to its end, even if the caller is interrupted. */
  return (key: K, call: A): Effect.Effect<B, E | F> =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const answer = Deferred.makeUnsafe<B, E | F>()
        const queue = queues.get(key)
        if (queue !== undefined) queue.push({ call, answer })
        else {
          const begun = [{ call, answer }]
          queues.set(key, begun)
          // The first caller runs the first group itself: most calls come alone, and starting a fiber takes longer than the
          // rest.
          yield* next(key, begun)
          // Detached from scopes: a server that stops still answers started calls after its services have begun to close.
          if (begun.length > 0) yield* Effect.forkDetach(Effect.uninterruptible(work(key, begun)))
        }
        return yield* Deferred.await(answer)
      })
    )
}
