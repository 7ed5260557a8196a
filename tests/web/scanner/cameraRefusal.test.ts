import { expect, it } from "vitest"
import { cameraRefusal } from "#web/features/scanner/camera.ts"
import { DetectorMissing } from "#web/features/scanner/codeDetector.ts"

it.each([
  [new DOMException("refused", "NotFoundError"), "No camera found on this device."],
  [new DOMException("refused", "OverconstrainedError"), "No camera found on this device."],
  // As Safari rejects it.
  [{ name: "OverconstrainedError", message: "Invalid constraint" }, "No camera found on this device."],
  [
    new DOMException("refused", "NotAllowedError"),
    "Camera access is blocked. Please enable it in your browser settings."
  ],
  [
    new DOMException("refused", "SecurityError"),
    "Camera access is blocked. Please enable it in your browser settings."
  ],
  [new DOMException("refused", "NotReadableError"), "Error accessing camera. Please check permissions."],
  [new Error("broken"), "An unexpected error occurred. Please try again."],
  [new DetectorMissing(), "We couldn't load the QR code reader. Check your connection and try again."]
])("explains why scanning isn't possible: %s", (cause, error) => {
  expect(cameraRefusal(cause)).toEqual({ error, next: "Use a barcode scanner, or paste the code below." })
})
