import { Effect } from "effect"

/** Resolves once what was sent before has left: this thread is about to be busy, and a statement that is half sent is waited for. */
const sent = Effect.callback<void>((resume) => {
  const waiting = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(waiting))
})

interface Manner<E, R> {
  /** What the database does while the first piece is made ready. */
  readonly before?: Effect.Effect<unknown, E, R> | undefined
  /** Asked after each piece: whether the others are left for another time. */
  readonly enough?: (() => boolean) | undefined
}

/**
 * Writes things in pieces of at most `size`, one piece after another, and makes the next of them ready while the database
 * writes: the two take as long as the longer one. Returns what the writes returned: those of the first pieces only, where
 * that was `enough`.
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
