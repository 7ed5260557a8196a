import { inflateRawSync } from "node:zlib"
import { importLimits } from "#core/imports/importLimits.ts"

/** Why an archive is not read. */
export type ArchiveFault = "BrokenWorkbook" | "Unpacks"

export class ArchiveRefused extends Error {
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault) {
    super(fault)
    this.fault = fault
  }
}

interface Entry {
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly at: number
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const broken = (): ArchiveRefused => new ArchiveRefused("BrokenWorkbook")

/**
 * The entries of a ZIP archive, by name. Sizes that it tells of itself are added up before anything is unpacked, and what is
 * unpacked is bounded whatever it told: an archive can lie about either.
 */
export class Archive {
  readonly #bytes: Buffer
  readonly #entries: ReadonlyMap<string, Entry>
  #left: number = importLimits.unpackedBytes

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#entries = readDirectory(this.#bytes)
  }

  /** The text of an entry, or null where there is none of this name. */
  text(name: string): string | null {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) return null
    const bytes = this.#unpacked(entry)
    this.#left -= bytes.byteLength
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(utf16 ? "utf-16le" : "utf-8").decode(bytes)
  }

  #unpacked({ method, packed, at }: Entry): Buffer {
    const buffer = this.#bytes
    if (at + 30 > buffer.length || buffer.readUInt32LE(at) !== localMark) throw broken()
    const start = at + 30 + buffer.readUInt16LE(at + 26) + buffer.readUInt16LE(at + 28)
    if (start + packed > buffer.length) throw broken()
    const content = buffer.subarray(start, start + packed)
    if (method === 0) return content
    if (method !== 8) throw broken()
    const most = Math.min(this.#left, Math.max(packed * importLimits.ratio, importLimits.anyRatioBytes))
    try {
      return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === "ERR_BUFFER_TOO_LARGE") throw new ArchiveRefused("Unpacks")
      throw broken()
    }
  }
}

/** Where the directory ends: at the end of the archive, in front of its comment. */
const endOf = (buffer: Buffer): number => {
  const lowest = Math.max(0, buffer.length - 22 - 65_535)
  for (let at = buffer.length - 22; at >= lowest; at -= 1) if (buffer.readUInt32LE(at) === endMark) return at
  throw broken()
}

const readDirectory = (buffer: Buffer): ReadonlyMap<string, Entry> => {
  if (buffer.length < 22) throw broken()
  const end = endOf(buffer)
  const count = buffer.readUInt16LE(end + 10)
  if (count > importLimits.entries) throw new ArchiveRefused("Unpacks")
  const entries = new Map<string, Entry>()
  let at = buffer.readUInt32LE(end + 16)
  let unpacked = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== entryMark) throw broken()
    const nameEnd = at + 46 + buffer.readUInt16LE(at + 28)
    const entry: Entry = {
      method: buffer.readUInt16LE(at + 10),
      packed: buffer.readUInt32LE(at + 20),
      unpacked: buffer.readUInt32LE(at + 24),
      at: buffer.readUInt32LE(at + 42)
    }
    // Encrypted, of several disks, or two entries of one name: no workbook is so.
    if ((buffer.readUInt16LE(at + 8) & 1) !== 0) throw broken()
    const name = buffer.toString("utf8", at + 46, nameEnd).toLowerCase()
    if (entries.has(name)) throw broken()
    unpacked += entry.unpacked
    if (unpacked > importLimits.unpackedBytes) throw new ArchiveRefused("Unpacks")
    entries.set(name, entry)
    at = nameEnd + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}
