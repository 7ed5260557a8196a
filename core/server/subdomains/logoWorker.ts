/** The thread that reads one logo: decoding a malicious one takes time, which must not block others. */
import { parentPort, workerData } from "node:worker_threads"
import type { LogoFault } from "#core/subdomains/SubdomainErrors.ts"
import { logoLimits } from "#core/subdomains/subdomainLimits.ts"
import type { LogoAnswer } from "./logoMessages.ts"
import { loadSharp, type Sharp } from "./sharpPackage.ts"

if (parentPort === null) throw new Error("logoWorker.ts runs as a worker thread only")

/** The refusal for an error message of sharp. */
const faultOf = (message: string): LogoFault =>
  /exceeds pixel limit/i.test(message) ? "TooManyPixels" : /timeout/i.test(message) ? "TooSlow" : "Broken"

/** The first frame, rotated by its EXIF orientation and resized, without any other content of the file. */
const made = async (sharp: Sharp, bytes: Uint8Array): Promise<LogoAnswer> => {
  try {
    const png = await sharp(bytes, { limitInputPixels: logoLimits.pixels, failOn: "error", pages: 1 })
      .timeout({ seconds: logoLimits.seconds })
      .rotate()
      .resize(logoLimits.side, logoLimits.side, { fit: "inside", withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer()
    return { png }
  } catch (error) {
    return { refused: faultOf(error instanceof Error ? error.message : "") }
  }
}

const sharp = await loadSharp()
parentPort.postMessage(sharp === null ? { absent: true } : await made(sharp, workerData as Uint8Array))
