import { columnsFor, type WholeColumn, type WholeHead } from "#core/locks/wholeList.ts"
import type { WholeRow } from "./lockWholeSql.ts"

/** 2000-01-01 in milliseconds, from which the database counts. */
const year2000 = 946_684_800_000

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** The database's microseconds since 2000, 8 bytes each, as milliseconds since 1970 in 6 bytes each. */
const millis = (moments: Uint8Array): Uint8Array => {
  const view = viewOf(moments)
  const bytes = new Uint8Array((moments.length / 8) * 6)
  const written = viewOf(bytes)
  for (let from = 0, to = 0; from < moments.length; from += 8, to += 6) {
    const number = year2000 + Math.floor((view.getInt32(from) * 0x1_0000_0000 + view.getUint32(from + 4)) / 1000)
    written.setUint16(to, number / 0x1_0000_0000)
    written.setUint32(to + 2, number)
  }
  return bytes
}

/** Each column of a page: its numbers one after another, highest byte first. */
const numbersOf = (row: WholeRow): Readonly<Record<WholeColumn["name"], Uint8Array>> => ({
  lockID: row.ids,
  serial: row.serials,
  facility: row.facilities,
  color: row.colors,
  views: row.views,
  status: row.statuses ?? none,
  by: row.people ?? none,
  updated: millis(row.moments ?? none)
})

const none = new Uint8Array()

/** The position of the last lock of a page, as `millis.lockID`. */
export const lastPlace = ({ n, lastMillis, ids }: WholeRow): string =>
  `${lastMillis}.${viewOf(ids).getInt32((n - 1) * 4)}`

/** Where the next page starts. */
export type WholePlace = Pick<WholeHead, "after" | "lastPulled" | "total">

/** Encodes a page of the whole list: its header with a length prefix, then its columns. */
export const wholePieceBytes = (row: WholeRow, place: WholePlace): Uint8Array => {
  const { n: count, units } = row
  const status = row.statuses !== null
  const columns = columnsFor(status)
  const names = `"facilities":${row.facilityNames},"people":${row.personNames}`
  const facts = JSON.stringify({ count, ...place, status, units: units.length })
  const head = new TextEncoder().encode(`${facts.slice(0, -1)},${names}}`)
  const width = columns.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytes = new Uint8Array(4 + head.length + width * count + units.length)
  viewOf(bytes).setUint32(0, head.length)
  bytes.set(head, 4)
  const numbers = numbersOf(row)
  let at = 4 + head.length
  for (const column of columns) {
    writePlanes(bytes, at, column.bytes, numbers[column.name])
    at += column.bytes * count
  }
  bytes.set(units, at)
  return bytes
}

/** Writes numbers of `width` bytes as byte planes, highest bytes first. */
const writePlanes = (bytes: Uint8Array, start: number, width: number, numbers: Uint8Array): void => {
  let to = start
  for (let plane = 0; plane < width; plane++) {
    for (let from = plane; from < numbers.length; from += width) bytes[to++] = numbers[from] ?? 0
  }
}
