import { NoAnswer } from "#web/app/fetchCall.ts"
import { PieceReader, type WholePiece } from "./wholePiece.ts"

/** The query of `GET /locks/whole`. */
export interface WholeQuery {
  readonly after?: string
  readonly count?: number
}

/** Calls `GET /locks/whole` and processes the bytes as they arrive. */
export type MakeWhole = (query: WholeQuery, use: (bytes: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>

/**
 * Requests the whole list after a piece's cursor. Passes each piece to `take` as it arrives and reads the next one
 * once `take` has finished. If the response breaks off, it fails as if the server were unreachable; what arrived is
 * kept and the rest is requested again.
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
