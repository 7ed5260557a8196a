import { Effect } from "effect"

/**
 * Resolves after pending writes were sent. This thread is about to block, and the database would otherwise wait for the rest of
 * a statement.
 */
const sent = Effect.callback<void>((resume) => {
  const waiting = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(waiting))
})

interface Manner<E, R> {
  /** Work for the database while the first batch is prepared. */
  readonly before?: Effect.Effect<unknown, E, R> | undefined
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
  { before, enough = () => false }: Manner<E, R> = {}
) {
  const pieceAt = (from: number): B | null => (from < things.length ? make(things.slice(from, from + size)) : null)
  const written: Array<C> = []
  const first = Effect.sync(() => pieceAt(0))
  let made: B | null = yield* before === undefined
    ? first
    : Effect.map(
        Effect.all([before, Effect.andThen(sent, first)], { concurrency: 2 }),
        ([, piece]: readonly [unknown, B | null]) => piece
      )
  for (let from = size; made !== null; from += size) {
    if (from >= things.length) {
      written.push(yield* write(made))
      break
    }
    const meanwhile = Effect.map(sent, () => pieceAt(from))
    const [done, next]: readonly [C, B | null] = yield* Effect.all([write(made), meanwhile], { concurrency: 2 })
    written.push(done)
    made = enough() ? null : next
  }
  return written
})
