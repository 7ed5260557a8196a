/** What every place the code runs in has (WHATWG), though the language's own types do not name it. */
declare const TextDecoder: new (
  encoding: string,
  options?: { readonly fatal?: boolean }
) => { readonly decode: (bytes: Uint8Array) => string }

declare const DecompressionStream: new (format: "deflate-raw") => {
  readonly writable: {
    readonly getWriter: () => {
      readonly write: (bytes: Uint8Array) => Promise<void>
      readonly close: () => Promise<void>
    }
  }
  readonly readable: {
    readonly getReader: () => {
      readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
      readonly cancel: () => Promise<void>
    }
  }
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be"

/** Bytes as text without their byte order mark, or null where they are not text of this encoding. */
export const decoded = (bytes: Uint8Array, encoding: Encoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** What an entry of an archive unpacks to. */
export type Inflated =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "broken" }

/** Unpacks raw deflate data, and stops as soon as it comes to more than `most` bytes. */
export const inflated = async (packed: Uint8Array, most: number): Promise<Inflated> => {
  const { writable, readable } = new DecompressionStream("deflate-raw")
  const writer = writable.getWriter()
  const reader = readable.getReader()
  // A fault is reported by the reading side.
  const written = Promise.all([writer.write(packed), writer.close()]).catch(() => undefined)
  const pieces: Array<Uint8Array> = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (value === undefined) continue
      pieces.push(value)
      size += value.length
      if (size > most) {
        await reader.cancel()
        return { kind: "tooLarge" }
      }
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || isZlibFault(error)) return { kind: "broken" }
    throw error
  }
  await written
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { kind: "bytes", bytes }
}

/** Node reports damaged data by a code of zlib where browsers throw a TypeError. */
const isZlibFault = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR_)/.test(String(error.code))
