import { loadModule } from "#web/app/loadModule.ts"

/** Detects QR codes in a picture. Resolves to their texts, empty if there are none. */
export interface CodeDetector {
  readonly detect: (picture: HTMLVideoElement) => Promise<ReadonlyArray<{ readonly rawValue: string }>>
}

/** The Barcode Detection API, if the browser has it. */
interface NativeDetector {
  new (options: { readonly formats: ReadonlyArray<string> }): CodeDetector
  readonly getSupportedFormats: () => Promise<ReadonlyArray<string>>
}

const formats = ["qr_code"] as const

const native = async (): Promise<CodeDetector | null> => {
  const Detector = (globalThis as { readonly BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (Detector === undefined) return null
  const supported = await Detector.getSupportedFormats()
  return supported.includes("qr_code") ? new Detector({ formats }) : null
}

/** Our detector failed to load, most likely because the server is unreachable. */
export class DetectorMissing extends Error {}

/**
 * The browser's detector, or ours. Ours is a megabyte, so it loads only if needed. Rejects with `DetectorMissing` if it
 * fails to load; the next call tries again.
 */
export const codeDetector = async (): Promise<CodeDetector> => {
  const own = await native()
  if (own !== null) return own
  try {
    const { zxingDetector } = await loadModule(() => import("./zxingDetector.ts"))
    return await zxingDetector()
  } catch (cause) {
    throw new DetectorMissing("the detector didn't load", { cause })
  }
}
