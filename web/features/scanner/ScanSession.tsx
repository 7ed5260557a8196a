import "./scanner.css"
import { useRef } from "react"
import { now } from "#web/app/clock.ts"
import type { CameraRefusal } from "./camera.ts"
import { NotFoundDialog } from "./NotFoundDialog.tsx"
import { ScanOverlay } from "./ScanOverlay.tsx"
import { useFound } from "./useFound.ts"

/** How long a code that was dismissed may stay before the camera, in milliseconds. */
const rest = 2_000

interface ScanSessionProps {
  readonly onRefused: (refusal: CameraRefusal) => void
  /** It led somewhere, or nobody wants it any more. */
  readonly onClose: () => void
}

/** The camera, and what becomes of the codes that it sees: it goes on until one of them led somewhere (001 §4). */
export const ScanSession = ({ onRefused, onClose }: ScanSessionProps) => {
  const { notFound, follow, dismiss } = useFound()
  const busy = useRef(false)
  const rested = useRef({ code: "", until: 0 })

  /** One code at a time: a picture shows the same one many times. One that was just dismissed is not told again at once. */
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
