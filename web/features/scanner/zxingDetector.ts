import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill"
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url"
import type { CodeDetector } from "./codeDetector.ts"

/** A zxing detector. Loads its module from this server, because by default it loads from a public CDN. */
export const zxingDetector = async (): Promise<CodeDetector> => {
  await prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasm : prefix + path) },
    fireImmediately: true
  })
  return new BarcodeDetector({ formats: ["qr_code"] })
}
