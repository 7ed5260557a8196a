/** Why the camera cannot be used, in the documents' words (001 §8), and what to do. */
export interface CameraRefusal {
  readonly error: string
  readonly next: string
}

const other = "Use a barcode scanner, or paste the code below."

/** The words of what `getUserMedia` rejects with. */
export const cameraRefusal = (error: unknown): CameraRefusal => {
  const name = error instanceof DOMException ? error.name : ""
  switch (name) {
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

/** Stops every track: the camera's light goes out. */
export const stopCamera = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Opens the camera at the back, or any there is. Rejects with what `cameraRefusal` has words for. */
export const openCamera = async (): Promise<MediaStream> => {
  // Browsers give no camera to pages that came by plain http.
  const devices = (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices
  if (devices === undefined) throw new DOMException("this page is not secure", "SecurityError")
  return devices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: 1280 } } })
}
