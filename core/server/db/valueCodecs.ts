import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const readInt8 = (bytes: Uint8Array, offset: number): number | bigint => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 8)
  // Exact in a double while below 2^53, and beyond that never a safe integer; the common case needs no bigint.
  const number = view.getInt32(0) * 0x1_0000_0000 + view.getUint32(4)
  return Number.isSafeInteger(number) ? number : view.getBigInt64(0)
}

const expected = (value: unknown) =>
  new PgTypes.CodecError({ message: `Expected an integer for int8, got ${typeof value}` })

/**
 * int8 as a JavaScript number while that is exact (up to 2^53 - 1: every id and counter we have), as a bigint beyond.
 * The driver's own codec always gives a bigint, which JSON cannot write and `===` does not match to a number.
 */
const int8: PgTypes.Codec<number | bigint> = {
  decode: (bytes) => Result.succeed(readInt8(bytes, 0)),
  read: (bytes, offset) => Result.succeed(readInt8(bytes, offset)),
  encode: (value) => {
    if (typeof value !== "bigint" && !Number.isSafeInteger(value)) return Result.fail(expected(value))
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
    return Result.succeed(bytes)
  }
}

/** The driver's codecs, with int8 as above. One for all clients: it holds no state. */
export const valueCodecs: PgTypes.Registry = PgTypes.makeRegistry()
valueCodecs.register(PgTypes.OID.int8, int8, { arrayOid: PgTypes.OID.int8Array })
