import { Data, Effect, Stream } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { PieceReader, type WholePiece } from "./wholePiece.ts"

/** The answer broke off: as where the server cannot be reached, what came is kept and the rest is asked for again. */
class AnswerBrokeOff extends Data.Error<{ readonly reason: { readonly _tag: "TransportError" } }> {}

const brokeOff = (): AnswerBrokeOff => new AnswerBrokeOff({ reason: { _tag: "TransportError" } })

/**
 * Asks for the whole list, from the cursor of a piece on: `GET /locks/whole`. Each piece is handed over as soon as it is here;
 * the next one is read once `take` is done with it.
 */
export const askWhole = (after: string | undefined, take: (piece: WholePiece) => Promise<void>, count?: number) =>
  withClient((client) =>
    Effect.gen(function* () {
      const answer = yield* client.locks.whole({
        query: { ...(after === undefined ? {} : { after }), ...(count === undefined ? {} : { count }) }
      })
      const reader = new PieceReader()
      yield* answer.pipe(
        Stream.mapError(brokeOff),
        Stream.runForEach((chunk) =>
          Effect.promise(async () => {
            for (const piece of reader.read(chunk)) await take(piece)
          })
        )
      )
      if (!reader.done) return yield* brokeOff()
    })
  )
