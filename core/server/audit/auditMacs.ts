import { hash, type KeyObject } from "node:crypto"

/** The size of the two padded halves of a record's key. */
const padsBytes = 128
const half = padsBytes / 2
const innerPad = 0x36
const outerPad = 0x5c
/** Both pads before the XOR with the key; a key shorter than a pad leaves the rest unchanged. */
const bothPads = Buffer.concat([Buffer.alloc(half, innerPad), Buffer.alloc(half, outerPad)])

/** The last record of a company's chain; before the first record, number 0 and no bytes. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: Uint8Array
}

/** Bytes per record in the result of `sumsOf`: its hash and its MAC. */
export const sumBytes = 64

/** MACs of audit records, with a key that never reaches the database (decision 48). */
export interface AuditMacs {
  /**
   * The data from which the database computes the MACs of these records, 128 bytes each: the record's own key in both HMAC
   * paddings, inner first. It can't be used to create the MAC of any other content.
   */
  readonly padsOf: (companyID: number, payloads: ReadonlyArray<string>) => Buffer
  /**
   * The hashes and MACs of the records after the given chain end, 64 bytes each, hash first. The caller must hold the chain, so
   * that no other record is appended in between.
   */
  readonly sumsOf: (companyID: number, before: ChainEnd, payloads: ReadonlyArray<string>) => Buffer
  /**
   * The MAC of a record: HMAC-SHA-256, with the record's own key, of its hash, which covers its number and the previous hash.
   */
  readonly macOf: (companyID: number, payload: string, recordHash: Uint8Array) => Buffer
}

/** MACs with `key`. A record's own key is the HMAC-SHA-256 of its company and payload. */
export const makeAuditMacs = (key: KeyObject): AuditMacs => {
  const padded = new Uint8Array(half)
  padded.set(key.export())
  const innerKey = Buffer.from(padded.map((byte) => byte ^ innerPad))
  const outer = Buffer.alloc(half + 32)
  outer.set(padded.map((byte) => byte ^ outerPad))
  let inner = Buffer.concat([innerKey, Buffer.alloc(4096)])
  /** The end in `inner` of the last text hashed by `recordKey`; it starts at `half`. */
  let end = half

  // HMAC as two one-shot hash calls: a third of the cost of `createHmac` for each record of a long job.
  const recordKey = (text: string): Buffer => {
    const most = half + text.length * 3
    if (inner.length < most) inner = Buffer.concat([innerKey, Buffer.alloc(most)])
    end = half + inner.write(text, half)
    outer.set(hash("sha256", inner.subarray(0, end), "buffer"), half)
    return hash("sha256", outer, "buffer")
  }

  const innerOfMac = Buffer.alloc(half + 32, innerPad)
  const outerOfMac = Buffer.alloc(half + 32, outerPad)
  /** The HMAC-SHA-256 of a record's hash under the record's own key. */
  const macUnder = (own: Buffer, recordHash: Uint8Array): Buffer => {
    for (let byte = 0; byte < own.length; byte += 1) {
      const value = own[byte] ?? 0
      innerOfMac[byte] = value ^ innerPad
      outerOfMac[byte] = value ^ outerPad
    }
    innerOfMac.set(recordHash, half)
    outerOfMac.set(hash("sha256", innerOfMac, "buffer"), half)
    return hash("sha256", outerOfMac, "buffer")
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
      let last = before.hash
      payloads.forEach((payload, nth) => {
        const own = recordKey(`${companyID}\n${payload}`)
        // A record's hash covers the previous hash, its number and its payload. `recordKey` already wrote the payload to
        // `inner`.
        const begin = half + `${companyID}\n`.length - last.length - 8
        inner.set(last, begin)
        inner.writeBigInt64BE(BigInt(before.seq + nth + 1), begin + last.length)
        last = hash("sha256", inner.subarray(begin, end), "buffer")
        inner.set(innerKey)
        sums.set(last, nth * sumBytes)
        sums.set(macUnder(own, last), nth * sumBytes + 32)
      })
      return sums
    },
    macOf: (companyID, payload, recordHash) => macUnder(recordKey(`${companyID}\n${payload}`), recordHash)
  }
}
