import { Schema } from "effect"
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

const decodeFrame = Schema.decodeUnknownSync(LockPiece)

/** Makes `GET /locks`, and answers with its JSON unread. */
export type MakePiece = (query: PieceQuery & { readonly count: number }) => Promise<unknown>

/** Asks for one piece of the synced list. */
export const askPiece = async (make: MakePiece, query: PieceQuery, count = pieceSize): Promise<LockPiece> =>
  decodeFrame(await make({ ...query, count }))
