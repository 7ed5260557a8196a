import { Effect } from "effect"

/**
 * Resolves after pending writes were sent. This thread is about to block, and the database would otherwise wait for the rest of
 * a statement.
 */
const sent = Effect.callback<void>((resume) => {
  const waiting = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(waiting))
})

interface Manner<C, E, R> {
  /** Work for the database while the first batch is prepared. */
  readonly before?: Effect.Effect<unknown, E, R> | undefined
  /** Work on the result of a batch, while the database writes the next one. The last batch has no next one. */
  readonly after?: ((written: C) => void) | undefined
  /** Checked after each batch: whether to leave the others for later. */
  readonly enough?: (() => boolean) | undefined
}

/**
 * Writes items in batches of at most `size`, preparing the next one while the database writes: both together take as long as
 * the slower of the two. Returns the results of the writes; only those of the first batches if `enough` stopped it.
 */
export const inPieces = Effect.fnUntraced(function* <A, B, C, E, R>(
  things: ReadonlyArray<A>,
  size: number,
  make: (piece: ReadonlyArray<A>) => B,
  write: (made: B) => Effect.Effect<C, E, R>,
  { before, after, enough = () => false }: Manner<C, E, R> = {}
) {
  let from = 0
  const nextPiece = (): B | null => {
    if (from >= things.length) return null
    const some = things.slice(from, from + size)
    from += size
    return make(some)
  }
  const written: Array<C> = []
  const first = Effect.sync(nextPiece)
  let made: B | null = yield* before === undefined
    ? first
    : Effect.map(
        Effect.all([before, Effect.andThen(sent, first)], { concurrency: 2 }),
        ([, piece]: readonly [unknown, B | null]) => piece
      )
  while (made !== null) {
    const previous = written.at(-1)
    const meanwhile = Effect.map(sent, () => {
      const piece = nextPiece()
      if (previous !== undefined) after?.(previous)
      return piece
    })
    const [done, next]: readonly [C, B | null] = yield* Effect.all([write(made), meanwhile], { concurrency: 2 })
    written.push(done)
    made = enough() ? null : next
  }
  return written
})
