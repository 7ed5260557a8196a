import type { TextEncoding } from "./textEncodings.ts"

/** Available in every runtime we use (WHATWG), but missing from the language's own types. */
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

/** Decodes bytes without their byte order mark; null if they are invalid in this encoding. */
export const decoded = (bytes: Uint8Array, encoding: TextEncoding): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Decodes bytes as UTF-8, with U+FFFD for each invalid sequence. */
export const decodedLossy = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes)

/** The result of unpacking an entry. */
export type Inflated =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "broken" }

/** Unpacks raw deflate data, and stops as soon as the result exceeds `most` bytes. */
export const inflated = async (packed: Uint8Array, most: number): Promise<Inflated> => {
  const { writable, readable } = new DecompressionStream("deflate-raw")
  const writer = writable.getWriter()
  const reader = readable.getReader()
  // Errors are reported by the reading side.
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

/** Node reports damaged data with a zlib error code; browsers throw a TypeError. */
const isZlibFault = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR_)/.test(String(error.code))
