import { type Cause, Deferred, Effect, Exit } from "effect"

/** What a group of calls came to. */
export interface GroupDone<B, E> {
  /** What each call came to, in their order; null where it has to wait for the next group. The first never has to. */
  readonly exits: ReadonlyArray<Exit.Exit<B, E> | null>
  /** What has to follow the commit before anybody is answered. Where it fails, so do the calls that had succeeded. */
  readonly after: Effect.Effect<void, E>
}

interface Waiting<A, B, E> {
  readonly call: A
  readonly answer: Deferred.Deferred<B, E>
}

/**
 * Group commit. Calls about one key that come while a group of them is under way wait, and the next group does all of them in one
 * transaction: what a commit and its round trips cost is shared by as many as are waiting, and one call alone waits for nobody.
 *
 * `commit` does the calls that `take` gives it, and asks for them as late as it can: whoever came meanwhile is among them. Asked again
 * (a transaction that is retried), `take` gives the same. Where a group fails for a reason that `undone` says left nothing behind, each
 * of its calls is done alone, so that the one that cannot be done fails alone.
 * @param most calls of one group at most
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

  /** Answers a group once what follows its commit is done. Those that have to wait are the first of the next. */
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

  /** Does the next group of what waits. Where nobody waits after it, the next call begins a queue of its own. */
  const next = Effect.fnUntraced(function* (key: K, queue: Array<Waiting<A, B, E | F>>) {
    let taken: ReadonlyArray<Waiting<A, B, E | F>> = []
    const take = () => {
      if (taken.length === 0) taken = queue.splice(0, most)
      return taken.map(({ call }) => call)
    }
    const exit = yield* Effect.exit(commit(key, take))
    if (Exit.isSuccess(exit)) {
      const settled = settle(queue, taken, exit.value)
      // While others wait, the database has the next group before this one is answered.
      if (queue.length > 0) return yield* Effect.forkDetach(settled)
      queues.delete(key)
      return yield* settled
    }
    // Nobody was taken yet: it fails those who would have been.
    take()
    if (taken.length > 1 && undone(exit.cause)) yield* alone(key, queue, taken)
    else fail(taken, exit.cause)
    if (queue.length === 0) queues.delete(key)
  })

  /** Does what waits, group after group, until nobody does. */
  const work = Effect.fnUntraced(function* (key: K, queue: Array<Waiting<A, B, E | F>>) {
    while (queue.length > 0) yield* next(key, queue)
  })

  /** Does a call in a group of its key. What is begun is brought to its end, whatever becomes of the caller. */
  return (key: K, call: A): Effect.Effect<B, E | F> =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const answer = Deferred.makeUnsafe<B, E | F>()
        const queue = queues.get(key)
        if (queue !== undefined) queue.push({ call, answer })
        else {
          const begun = [{ call, answer }]
          queues.set(key, begun)
          // Whoever comes first does the first group: most calls come alone, and a fiber of its own takes longer to start than the rest.
          yield* next(key, begun)
          // In no scope: a server that stops answers what was begun, after the scopes of its services have begun to close.
          if (begun.length > 0) yield* Effect.forkDetach(Effect.uninterruptible(work(key, begun)))
        }
        return yield* Deferred.await(answer)
      })
    )
}
