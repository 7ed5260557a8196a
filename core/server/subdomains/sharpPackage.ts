/** Of sharp, what `logoWorker.ts` uses. */
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
  /** How many frames. */
  readonly pages: number
}

/** The package, by its interface here: a part that need not be installed is none that the type check can ask for. */
export interface Sharp {
  (bytes: Uint8Array, options: ReadOptions): Image
  readonly cache: (keeps: boolean) => void
  readonly concurrency: (threads: number) => void
  readonly block: (what: { readonly operation: ReadonlyArray<string> }) => void
  readonly unblock: (what: { readonly operation: ReadonlyArray<string> }) => void
}

/** Not a literal where it is imported: the bundle must not look for it. */
const name: string = "sharp"

const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  // The package is not there, or not its part for this platform.
  (("code" in error && /^ERR_(MODULE_NOT_FOUND|DLOPEN_FAILED)$|^MODULE_NOT_FOUND$/.test(String(error.code))) ||
    /Could not load the "sharp" module/.test(error.message))

/** sharp, reading PNG, JPEG and GIF and nothing else, with one thread; null where it is not installed. */
export const loadSharp = async (): Promise<Sharp | null> => {
  try {
    const { default: sharp } = (await import(name)) as { readonly default: Sharp }
    sharp.cache(false)
    sharp.concurrency(1)
    // Decoders look at the bytes themselves, so that a check of the type in front keeps none from running: only these can.
    sharp.block({ operation: ["VipsForeignLoad"] })
    sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif"] })
    return sharp
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
