import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { SyncedLocks } from "#core/locks/SyncedLocks.ts"

/** Where a piece of the synced list begins: the cursor of the piece before. */
export interface PieceQuery {
  readonly lastPulled?: string
  readonly after?: string
}

/** A piece whose frame was checked and whose rows were not yet: they are checked a few at a time, so that no frame waits for all. */
export const LockPiece = Schema.Struct({ ...SyncedLocks.fields, data: Schema.Array(Schema.Unknown) })
export type LockPiece = typeof LockPiece.Type

/**
 * Locks asked for at once. To parse a piece is one task of the page that nothing can interrupt: 5,000 locks are 1.5 MB and
 * a few milliseconds; a larger piece saves requests and costs frames on a slow machine.
 */
export const pieceSize = 5_000

const decodeFrame = Schema.decodeUnknownEffect(LockPiece)

/** Asks for one piece of the synced list: `GET /locks`. */
export const askPiece = (query: PieceQuery, count = pieceSize) =>
  withClient((client) =>
    client.locks
      .sync({ query: { ...query, count }, responseMode: "response-only" })
      .pipe(Effect.flatMap((response) => Effect.flatMap(response.json, decodeFrame)))
  )
