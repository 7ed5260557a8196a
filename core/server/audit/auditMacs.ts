import { hash, type KeyObject } from "node:crypto"
import type { CompanyId } from "#core/base/ids.ts"

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

/** What a record's place in the chain doesn't change: the text covered by its hash, and the key of its MAC. */
export interface PreparedRecord {
  readonly payload: string
  readonly key: Buffer
}

/** Bytes per record in the result of `sumsOf`: its hash and its MAC. */
export const sumBytes = 64

/** MACs of audit records, with a key that never reaches the database (decision 48). */
export interface AuditMacs {
  /** A record with its own key: the HMAC-SHA-256 of its company and payload. */
  readonly prepare: (companyID: CompanyId, payload: string) => PreparedRecord
  /**
   * The data from which the database computes the MACs of these records, 128 bytes each: the record's own key in both HMAC
   * paddings, inner first. It can't be used to create the MAC of any other content.
   */
  readonly padsOf: (records: ReadonlyArray<PreparedRecord>) => Buffer
  /**
   * The hashes and MACs of the records after the given chain end, 64 bytes each, hash first. The caller must hold the chain, so
   * that no other record is appended in between.
   */
  readonly sumsOf: (before: ChainEnd, records: ReadonlyArray<PreparedRecord>) => Buffer
  /**
   * The MAC of a record: HMAC-SHA-256, with the record's own key, of its hash, which covers its number and the previous hash.
   */
  readonly macOf: (companyID: CompanyId, payload: string, recordHash: Uint8Array) => Buffer
}

/** MACs with `key`. */
export const makeAuditMacs = (key: KeyObject): AuditMacs => {
  const padded = new Uint8Array(half)
  padded.set(key.export())
  const innerKey = Buffer.from(padded.map((byte) => byte ^ innerPad))
  const outer = Buffer.alloc(half + 32)
  outer.set(padded.map((byte) => byte ^ outerPad))
  let inner = Buffer.concat([innerKey, Buffer.alloc(4096)])

  // HMAC as two one-shot hash calls: a third of the cost of `createHmac` for each record of a long job.
  const keyOf = (companyID: CompanyId, payload: string): Buffer => {
    const text = `${companyID}\n${payload}`
    const most = half + text.length * 3
    if (inner.length < most) inner = Buffer.concat([innerKey, Buffer.alloc(most)])
    outer.set(hash("sha256", inner.subarray(0, half + inner.write(text, half)), "buffer"), half)
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

  /** The previous hash, the number and the payload of a record, as its hash covers them. */
  let link = Buffer.alloc(4096)

  return {
    prepare: (companyID, payload) => ({ payload, key: keyOf(companyID, payload) }),
    padsOf: (records) => {
      const pads = Buffer.alloc(records.length * padsBytes, bothPads)
      records.forEach(({ key: own }, nth) => {
        const at = nth * padsBytes
        for (let byte = 0; byte < own.length; byte += 1) {
          const value = own[byte] ?? 0
          pads[at + byte] = value ^ innerPad
          pads[at + half + byte] = value ^ outerPad
        }
      })
      return pads
    },
    sumsOf: (before, records) => {
      const sums = Buffer.alloc(records.length * sumBytes)
      let last = before.hash
      records.forEach(({ payload, key }, nth) => {
        const begin = last.length + 8
        if (link.length < begin + payload.length * 3) link = Buffer.alloc(begin + payload.length * 3)
        link.set(last)
        link.writeBigInt64BE(BigInt(before.seq + nth + 1), last.length)
        last = hash("sha256", link.subarray(0, begin + link.write(payload, begin)), "buffer")
        sums.set(last, nth * sumBytes)
        sums.set(macUnder(key, last), nth * sumBytes + 32)
      })
      return sums
    },
    macOf: (companyID, payload, recordHash) => macUnder(keyOf(companyID, payload), recordHash)
  }
}
