import { createHmac, hash, type KeyObject } from "node:crypto"

/** Bytes of the two padded halves of a record's key. */
const padsBytes = 128
const half = padsBytes / 2
const innerPad = 0x36
const outerPad = 0x5c
/** The pads of a key of no bytes: what a shorter key leaves of them stands. */
const bothPads = Buffer.concat([Buffer.alloc(half, innerPad), Buffer.alloc(half, outerPad)])

/** The last record of a company's chain: number 0 and no bytes before the first. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: Uint8Array
}

/** Bytes that `sumsOf` gives of each record: its hash and its MAC. */
export const sumBytes = 64

/** MACs of audit records, under a key that the database never gets (decision 48). */
export interface AuditMacs {
  /**
   * What the database needs to make the MACs of these records of a company, 128 bytes for each: the record's own key as HMAC
   * pads it, inner half first. With it nobody can make the MAC of another content.
   */
  readonly padsOf: (companyID: number, payloads: ReadonlyArray<string>) => Buffer
  /**
   * The hashes and MACs of records that follow the one with this number and hash, 64 bytes for each, its hash first. Whoever asks
   * holds the chain, so that no other record gets between.
   */
  readonly sumsOf: (companyID: number, before: ChainEnd, payloads: ReadonlyArray<string>) => Buffer
  /** The MAC of a record: HMAC-SHA-256 of its hash, which covers its number and the hash before, under its own key. */
  readonly macOf: (companyID: number, payload: string, recordHash: Uint8Array) => Buffer
}

/** The MACs under `key`. A record's own key is the HMAC-SHA-256 of its company and payload under it. */
export const makeAuditMacs = (key: KeyObject): AuditMacs => {
  const padded = new Uint8Array(half)
  padded.set(key.export())
  const innerKey = Buffer.from(padded.map((byte) => byte ^ innerPad))
  const outer = Buffer.alloc(half + 32)
  outer.set(padded.map((byte) => byte ^ outerPad))
  let inner = Buffer.concat([innerKey, Buffer.alloc(4096)])
  /** Where the last text of `recordKey` ends in `inner`; it begins at `half`. */
  let end = half

  // The hash function in one call, twice, is HMAC at a third of the price of a `createHmac` for each record of a long job.
  const recordKey = (text: string): Buffer => {
    const most = half + text.length * 3
    if (inner.length < most) inner = Buffer.concat([innerKey, Buffer.alloc(most)])
    end = half + inner.write(text, half)
    outer.set(hash("sha256", inner.subarray(0, end), "buffer"), half)
    return hash("sha256", outer, "buffer")
  }

  return {
    padsOf: (companyID, payloads) => {
      const pads = Buffer.alloc(payloads.length * padsBytes, bothPads)
      payloads.forEach((payload, nth) => {
        const own = recordKey(`${companyID}\n${payload}`)
        const at = nth * padsBytes
        for (let byte = 0; byte < own.length; byte += 1) {
          const value = own[byte] ?? 0
          pads[at + byte] = value ^ innerPad
          pads[at + half + byte] = value ^ outerPad
        }
      })
      return pads
    },
    sumsOf: (companyID, before, payloads) => {
      const sums = Buffer.alloc(payloads.length * sumBytes)
      const innerOfMac = Buffer.alloc(half + 32, innerPad)
      const outerOfMac = Buffer.alloc(half + 32, outerPad)
      let last = before.hash
      payloads.forEach((payload, nth) => {
        const own = recordKey(`${companyID}\n${payload}`)
        for (let byte = 0; byte < own.length; byte += 1) {
          const value = own[byte] ?? 0
          innerOfMac[byte] = value ^ innerPad
          outerOfMac[byte] = value ^ outerPad
        }
        // The hash of a record covers the hash before, its number and its payload. The payload is in `inner` already, from `recordKey`.
        const begin = half + `${companyID}\n`.length - last.length - 8
        inner.set(last, begin)
        inner.writeBigInt64BE(BigInt(before.seq + nth + 1), begin + last.length)
        last = hash("sha256", inner.subarray(begin, end), "buffer")
        inner.set(innerKey)
        innerOfMac.set(last, half)
        outerOfMac.set(hash("sha256", innerOfMac, "buffer"), half)
        sums.set(last, nth * sumBytes)
        sums.set(hash("sha256", outerOfMac, "buffer"), nth * sumBytes + 32)
      })
      return sums
    },
    macOf: (companyID, payload, recordHash) =>
      createHmac("sha256", recordKey(`${companyID}\n${payload}`))
        .update(recordHash)
        .digest()
  }
}
