import { Schema } from "effect"
import { FacilityId, Instant, UserId } from "#core/base/ids.ts"

/** The content type of the whole synced list. */
export const wholeListType = "application/vnd.lockdesk.locks"

/** The default and maximum number of locks per page: other queries wait for the database as long as one page takes. */
export const wholePieceSize = 10_000

/**
 * The JSON header before the columns of a page, prefixed by its length (4 bytes, big-endian). `after` is where the next
 * page starts, null in the last; `lastPulled` is for the first pull of changes once there is no `after`. Names are sent
 * once per page. `status` says whether the status columns are present; users who can't see the status don't get them.
 */
export const WholeHead = Schema.Struct({
  count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: wholePieceSize })),
  after: Schema.NullOr(Schema.String),
  lastPulled: Instant,
  total: Schema.optionalKey(Schema.Int),
  status: Schema.Boolean,
  /** The size in bytes of the units, which are the last column: UTF-8 texts separated by a zero byte, empty for none. */
  units: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  facilities: Schema.Array(Schema.Tuple([FacilityId, Schema.String])),
  people: Schema.Array(Schema.Tuple([UserId, Schema.String]))
})
export type WholeHead = typeof WholeHead.Type

/** A column of integers, and the number of bytes per value. */
export interface WholeColumn {
  readonly name: "lockID" | "serial" | "facility" | "color" | "views" | "status" | "by" | "updated"
  readonly bytes: number
  /** Whether only users who see the status get this column. */
  readonly status: boolean
}

/**
 * The columns in order. Each is written as byte planes, the highest bytes of all locks first: neighboring values are
 * similar, so this compresses 25% better than writing numbers one after another. Colors are two's complement; facility
 * and person are 0 for none; the time of the last change is in milliseconds.
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

/** The columns for a user who sees the status, or does not. */
export const columnsFor = (status: boolean): ReadonlyArray<WholeColumn> =>
  wholeColumns.filter((column) => status || !column.status)
