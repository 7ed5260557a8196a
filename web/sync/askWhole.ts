import { NoAnswer } from "#web/app/fetchCall.ts"
import { PieceReader, type WholePiece } from "./wholePiece.ts"

/** The query of `GET /locks/whole`. */
export interface WholeQuery {
  readonly after?: string
  readonly count?: number
}

/** Makes `GET /locks/whole`, the bytes of whose answer are used as they come. */
export type MakeWhole = (query: WholeQuery, use: (bytes: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>

/**
 * Asks for the whole list, from the cursor of a piece on. Each piece is handed over as soon as it is here; the next one is read
 * once `take` is done with it. An answer that broke off fails as where the server cannot be reached: what came is kept and the
 * rest is asked for again.
 */
export const askWhole = (
  make: MakeWhole,
  after: string | undefined,
  take: (piece: WholePiece) => Promise<void>,
  count?: number
): Promise<void> =>
  make({ ...(after === undefined ? {} : { after }), ...(count === undefined ? {} : { count }) }, async (bytes) => {
    const reader = new PieceReader()
    for await (const chunk of bytes) {
      for (const piece of reader.read(chunk)) await take(piece)
    }
    if (!reader.done) throw new NoAnswer("the list broke off")
  })
