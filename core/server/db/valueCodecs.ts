import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const readInt8 = (bytes: Uint8Array, offset: number): number | bigint => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 8)
  // Exact as a double below 2^53, and above that never a safe integer; the common case needs no bigint.
  const number = view.getInt32(0) * 0x1_0000_0000 + view.getUint32(4)
  return Number.isSafeInteger(number) ? number : view.getBigInt64(0)
}

const expected = (value: unknown) =>
  new PgTypes.CodecError({ message: `Expected an integer for int8, got ${typeof value}` })

/**
 * int8 as a JavaScript number as long as it is exact (up to 2^53 - 1: all our ids and counters), above that as a bigint. The
 * driver's own codec always returns a bigint, which JSON can't encode and `===` does not match to a number.
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

/** The driver's codecs, with int8 as above. Stateless, so all clients share it. */
export const valueCodecs: PgTypes.Registry = PgTypes.makeRegistry()
valueCodecs.register(PgTypes.OID.int8, int8, { arrayOid: PgTypes.OID.int8Array })
