import { Schema } from "effect"
import { FacilityId, Instant, UserId } from "#core/base/ids.ts"

/** The content type of the whole synced list. */
export const wholeListType = "application/vnd.lockdesk.locks"

/** Locks of one piece, unless fewer are asked for, and at most: whoever waits for the database waits for one piece. */
export const wholePieceSize = 10_000

/**
 * What stands before the columns of a piece, as JSON behind its own length (4 bytes, the first the highest). `after` is
 * where the next piece begins, null in the last; `lastPulled` is for the first pull of changes once there is no `after`.
 * Names come once a piece. `status` says whether the columns of the status are there: not for who sees none.
 */
export const WholeHead = Schema.Struct({
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: wholePieceSize })),
  after: Schema.NullOr(Schema.String),
  lastPulled: Instant,
  total: Schema.optionalKey(Schema.Int),
  status: Schema.Boolean,
  /** Bytes of the units, which are the last column: texts in UTF-8 with a byte 0 between them, empty for none. */
  units: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  facilities: Schema.Array(Schema.Tuple([FacilityId, Schema.String])),
  people: Schema.Array(Schema.Tuple([UserId, Schema.String]))
})
export type WholeHead = typeof WholeHead.Type

/** A column of whole numbers, and in how many bytes each is written. */
export interface WholeColumn {
  readonly name: "lockID" | "serial" | "facility" | "color" | "views" | "status" | "by" | "updated"
  readonly bytes: number
  /** Whether it is there only for who sees the status. */
  readonly status: boolean
}

/**
 * The columns in their order. Each is written byte by byte: the highest bytes of all locks, then the next ones. Neighbors are
 * alike that way, and compress to a quarter less than numbers one after another. A color is two's complement; facility and
 * person are 0 for none; the moment of the last change is in milliseconds.
 */
export const wholeColumns: ReadonlyArray<WholeColumn> = [
  { name: "lockID", bytes: 4, status: false },
  { name: "serial", bytes: 4, status: false },
  { name: "facility", bytes: 4, status: false },
  { name: "color", bytes: 4, status: false },
  { name: "views", bytes: 4, status: false },
  { name: "status", bytes: 2, status: true },
  { name: "by", bytes: 4, status: true },
  { name: "updated", bytes: 6, status: true }
]

/** The columns that are there for who sees the status, or does not. */
export const columnsFor = (status: boolean): ReadonlyArray<WholeColumn> =>
  wholeColumns.filter((column) => status || !column.status)
