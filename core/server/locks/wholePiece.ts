import { columnsFor, type WholeColumn, type WholeHead } from "#core/locks/wholeList.ts"
import type { WholeRow } from "./lockWholeSql.ts"

/** 2000-01-01 in milliseconds, from which the database counts. */
const year2000 = 946_684_800_000

/** Reads the number of a lock from the database's bytes. */
type Read = (row: number) => number

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

const numbers = (column: Uint8Array): Read => {
  const view = viewOf(column)
  return (row) => view.getInt32(row * 4)
}

const readers = (row: WholeRow): Readonly<Partial<Record<WholeColumn["name"], Read>>> => {
  const always = {
    lockID: numbers(row.ids),
    serial: (at: number) => Number(row.serials.slice(at * 8, at * 8 + 8)),
    facility: numbers(row.facilities),
    color: numbers(row.colors),
    views: numbers(row.views)
  }
  if (row.statuses === null || row.people === null || row.moments === null) return always
  const [statuses, moments] = [viewOf(row.statuses), viewOf(row.moments)]
  return {
    ...always,
    status: (at) => statuses.getInt16(at * 2),
    by: numbers(row.people),
    updated: (at) =>
      year2000 + Math.floor((moments.getInt32(at * 8) * 0x1_0000_0000 + moments.getUint32(at * 8 + 4)) / 1000)
  }
}

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
  const read = readers(row)
  let at = 4 + head.length
  for (const column of columns) {
    const of = read[column.name]
    if (of !== undefined) writeColumn(bytes, at, column.bytes, count, of)
    at += column.bytes * count
  }
  bytes.set(units, at)
  return bytes
}

/** Writes a column as byte planes, highest bytes first. Negative numbers are two's complement. */
const writeColumn = (bytes: Uint8Array, start: number, width: number, count: number, of: Read): void => {
  const [low, high] = [start + (width - 4) * count, start + (width - 6) * count]
  for (let row = 0; row < count; row++) {
    const number = of(row)
    if (width === 2) {
      bytes[start + row] = number >> 8
      bytes[start + count + row] = number
      continue
    }
    bytes[low + row] = number >>> 24
    bytes[low + count + row] = number >>> 16
    bytes[low + 2 * count + row] = number >>> 8
    bytes[low + 3 * count + row] = number
    if (width === 4) continue
    const top = Math.floor(number / 0x1_0000_0000)
    bytes[high + row] = top >>> 8
    bytes[high + count + row] = top
  }
}
