import { useEffect, useRef } from "react"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import type { CameraRefusal } from "./camera.ts"
import { useCamera } from "./useCamera.ts"

interface ScanOverlayProps {
  /** False while a message about a code is shown. */
  readonly looking: boolean
  readonly onCode: (text: string) => void
  readonly onRefused: (refusal: CameraRefusal) => void
  readonly onClose: () => void
}

/** The camera over the whole screen, with a frame for the code (001 §2). */
export const ScanOverlay = ({ looking, onCode, onRefused, onClose }: ScanOverlayProps) => {
  const video = useRef<HTMLVideoElement>(null)
  useCamera({ video, looking, onCode, onRefused })
  useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": onClose } })
  useEffect(() => {
    const hidden = (): void => {
      if (document.hidden) onClose()
    }
    document.addEventListener("visibilitychange", hidden)
    return () => document.removeEventListener("visibilitychange", hidden)
  }, [onClose])
  return (
    <Dialog title="Scan QR Code" titleHidden onClose={onClose} className="scan" focusSelf>
      <video ref={video} className="scan-picture" muted playsInline aria-label="Camera view" />
      <div className="scan-frame" aria-hidden="true" />
      <p className="scan-hint">Hover phone 3-5 inches over the QR code to scan</p>
      <p className="scan-foot">
        <CommandButton command="scan.start" look="primary" notYet="Already scanning.">
          Scanning...
        </CommandButton>
        <CommandButton command="layer.close">Close</CommandButton>
      </p>
    </Dialog>
  )
}
