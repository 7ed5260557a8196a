import "./scanner.css"
import { useRef } from "react"
import { now } from "#web/app/clock.ts"
import type { CameraRefusal } from "./camera.ts"
import { NotFoundDialog } from "./NotFoundDialog.tsx"
import { ScanOverlay } from "./ScanOverlay.tsx"
import { useFound } from "./useFound.ts"

/** How long to ignore a dismissed code that is still in front of the camera, in milliseconds. */
const rest = 2_000

interface ScanSessionProps {
  readonly onRefused: (refusal: CameraRefusal) => void
  /** Called when a code was opened or the user canceled. */
  readonly onClose: () => void
}

/** The camera and the handling of detected codes. It continues until one of them leads somewhere (001 §4). */
export const ScanSession = ({ onRefused, onClose }: ScanSessionProps) => {
  const { notFound, follow, dismiss } = useFound()
  const busy = useRef(false)
  const rested = useRef({ code: "", until: 0 })

  /**
   * Handles one code at a time, because the camera sees the same code many times. Ignores a code that was just
   * dismissed.
   */
  const see = async (code: string): Promise<void> => {
    const { current } = rested
    if (busy.current || (code === current.code && now() < current.until)) return
    rested.current = { code, until: 0 }
    busy.current = true
    try {
      if (await follow(code)) onClose()
    } finally {
      busy.current = false
    }
  }
  const goOn = (): void => {
    rested.current.until = now() + rest
    dismiss()
  }
  return (
    <>
      <ScanOverlay
        looking={notFound === null}
        onCode={(code) => void see(code)}
        onRefused={onRefused}
        onClose={onClose}
      />
      {notFound === null ? null : <NotFoundDialog notFound={notFound} onClose={goOn} />}
    </>
  )
}
