/** The part of sharp that `logoWorker.ts` uses. */
interface Image {
  readonly timeout: (options: { readonly seconds: number }) => Image
  readonly rotate: () => Image
  readonly resize: (
    width: number,
    height: number,
    options: { readonly fit: "inside"; readonly withoutEnlargement: boolean }
  ) => Image
  readonly png: (options: { readonly compressionLevel: number }) => Image
  readonly toBuffer: () => Promise<Uint8Array>
}

interface ReadOptions {
  readonly limitInputPixels: number
  readonly failOn: "error"
  /** The number of frames. */
  readonly pages: number
}

/** The package's type, declared here because an optional package can't be type-checked. */
export interface Sharp {
  (bytes: Uint8Array, options: ReadOptions): Image
  readonly cache: (keeps: boolean) => void
  readonly concurrency: (threads: number) => void
  readonly block: (what: { readonly operation: ReadonlyArray<string> }) => void
  readonly unblock: (what: { readonly operation: ReadonlyArray<string> }) => void
}

/** Not a literal in the import, so that the bundler does not resolve it. */
const name: string = "sharp"

const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  // The package or its binary for this platform is missing.
  (("code" in error && /^ERR_(MODULE_NOT_FOUND|DLOPEN_FAILED)$|^MODULE_NOT_FOUND$/.test(String(error.code))) ||
    /Could not load the "sharp" module/.test(error.message))

/** sharp, limited to PNG, JPEG and GIF, with one thread; null if it is not installed. */
export const loadSharp = async (): Promise<Sharp | null> => {
  try {
    const { default: sharp } = (await import(name)) as { readonly default: Sharp }
    sharp.cache(false)
    sharp.concurrency(1)
    // Block other decoders: sharp detects the file type from the content, so checking it beforehand would not prevent them from
    // running.
    sharp.block({ operation: ["VipsForeignLoad"] })
    sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif"] })
    return sharp
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
