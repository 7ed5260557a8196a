import { Schema } from "effect"
import { SyncedLocks } from "#core/locks/SyncedLocks.ts"

/** Cursor of a piece: where the previous one ended. */
export interface PieceQuery {
  readonly lastPulled?: string
  readonly after?: string
}

/** A piece with a validated frame and unvalidated rows. The rows are validated a few at a time to keep frames short. */
export const LockPiece = Schema.Struct({ ...SyncedLocks.fields, data: Schema.Array(Schema.Unknown) })
export type LockPiece = typeof LockPiece.Type

/**
 * Locks per request. Parsing a piece is one task that can't be interrupted: 5,000 locks are 1.5 MB and take a few
 * milliseconds. Larger pieces would save requests but drop frames on a slow machine.
 */
export const pieceSize = 5_000

const decodeFrame = Schema.decodeUnknownSync(LockPiece)

/** Calls `GET /locks` and returns its JSON undecoded. */
export type MakePiece = (query: PieceQuery & { readonly count: number }) => Promise<unknown>

/** Requests one piece of the synced list. */
export const askPiece = async (make: MakePiece, query: PieceQuery, count = pieceSize): Promise<LockPiece> =>
  decodeFrame(await make({ ...query, count }))
