import { decoded, inflated } from "./runtime.ts"

/** Why an archive can't be read. */
export type ArchiveFault = "BrokenWorkbook" | "Password" | "Unpacks"

export class ArchiveRefused extends Error {
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault) {
    super(fault)
    this.fault = fault
  }
}

/** Limits for reading an archive. */
export interface ArchiveLimits {
  readonly entries: number
  /** The maximum unpacked size of all entries, in bytes. */
  readonly unpackedBytes: number
  /** The maximum compression ratio of an entry. */
  readonly ratio: number
  /** Up to this size the ratio is ignored: a few similar rows are not a zip bomb. */
  readonly anyRatioBytes: number
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
 * The entries of a ZIP archive by name. The sizes in its directory are added up before unpacking, and unpacking is
 * limited as well, because an archive can lie about its sizes.
 */
export class Archive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #limits: ArchiveLimits
  #left: number

  constructor(bytes: Uint8Array, limits: ArchiveLimits) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#limits = limits
    this.#left = limits.unpackedBytes
    this.#entries = readDirectory(this.#view, limits)
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** The text of an entry, or null if it does not exist. Rejects with `ArchiveRefused`. */
  async text(name: string): Promise<string | null> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) return null
    const bytes = await this.#unpacked(entry)
    this.#left -= bytes.byteLength
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    const text = decoded(bytes, utf16 ? "utf-16le" : "utf-8")
    if (text === null) throw broken()
    return text
  }

  async #unpacked({ method, packed, at }: Entry): Promise<Uint8Array> {
    const view = this.#view
    if (at + 30 > view.byteLength || view.getUint32(at, true) !== localMark) throw broken()
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    if (start + packed > view.byteLength) throw broken()
    const content = this.#bytes.subarray(start, start + packed)
    if (method === 0) return content
    if (method !== 8) throw broken()
    const { ratio, anyRatioBytes } = this.#limits
    const most = Math.min(this.#left, Math.max(packed * ratio, anyRatioBytes))
    const result = await inflated(content, Math.max(most, 1))
    if (result.kind === "tooLarge") throw new ArchiveRefused("Unpacks")
    if (result.kind === "broken") throw broken()
    return result.bytes
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The position of the end-of-directory record, which is followed only by the archive's comment. */
const endOf = (view: DataView): number => {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) if (view.getUint32(at, true) === endMark) return at
  throw broken()
}

const readDirectory = (view: DataView, limits: ArchiveLimits): ReadonlyMap<string, Entry> => {
  const size = view.byteLength
  if (size < 22) throw broken()
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > limits.entries) throw new ArchiveRefused("Unpacks")
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  let unpacked = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > size || view.getUint32(at, true) !== entryMark) throw broken()
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    if (nameEnd > size) throw broken()
    const entry: Entry = {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true)
    }
    if ((view.getUint16(at + 8, true) & 1) !== 0) throw new ArchiveRefused("Password")
    const name = decoded(
      new Uint8Array(view.buffer, view.byteOffset + at + 46, nameEnd - at - 46),
      "utf-8"
    )?.toLowerCase()
    // Workbooks are never split over several disks, or contain two entries with the same name.
    if (name === undefined || entries.has(name)) throw broken()
    unpacked += entry.unpacked
    if (unpacked > limits.unpackedBytes) throw new ArchiveRefused("Unpacks")
    entries.set(name, entry)
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}
