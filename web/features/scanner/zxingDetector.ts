import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill"
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url"
import type { CodeDetector } from "./codeDetector.ts"

/** A detector by zxing, its module from this server: by itself it would ask a public one. */
export const zxingDetector = async (): Promise<CodeDetector> => {
  await prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasm : prefix + path) },
    fireImmediately: true
  })
  return new BarcodeDetector({ formats: ["qr_code"] })
}
