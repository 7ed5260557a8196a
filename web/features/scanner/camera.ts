import { Predicate } from "effect"
import { DetectorMissing } from "./codeDetector.ts"

/** Why scanning isn't possible, for the camera in the documents' words (001 §8), and the next step. */
export interface CameraRefusal {
  readonly error: string
  readonly next: string
}

const other = "Use a barcode scanner, or paste the code below."

/** The name of a rejection of `getUserMedia`; "" for other errors. In Safari an `OverconstrainedError` isn't a `DOMException`. */
const nameOf = (error: unknown): string => {
  const isOther = error instanceof Error && !(error instanceof DOMException)
  return !isOther && Predicate.hasProperty(error, "name") ? String(error.name) : ""
}

/** Text for a rejection of `getUserMedia` or `codeDetector`. */
export const cameraRefusal = (error: unknown): CameraRefusal => {
  if (error instanceof DetectorMissing) {
    return { error: "We couldn't load the QR code reader. Check your connection and try again.", next: other }
  }
  switch (nameOf(error)) {
    case "NotFoundError":
    case "OverconstrainedError":
      return { error: "No camera found on this device.", next: other }
    case "NotAllowedError":
    case "SecurityError":
      return { error: "Camera access is blocked. Please enable it in your browser settings.", next: other }
    case "":
      return { error: "An unexpected error occurred. Please try again.", next: other }
    default:
      return { error: "Error accessing camera. Please check permissions.", next: other }
  }
}

/** Stops every track, which turns the camera's light off. */
export const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Opens the rear camera, or any other. Rejects with an error for `cameraRefusal`. */
export const openCamera = async (): Promise<MediaStream> => {
  // Browsers offer no camera to pages served over plain http.
  const devices = (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices
  if (devices === undefined) throw new DOMException("this page is not secure", "SecurityError")
  return devices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: 1280 } } })
}
