import { type RefObject, useEffect, useRef } from "react"
import { cameraRefusal, type CameraRefusal, openCamera, stopCamera } from "./camera.ts"
import { codeDetector } from "./codeDetector.ts"

interface CameraUse {
  readonly video: RefObject<HTMLVideoElement | null>
  /** Whether to look for codes. The picture stays on either way. */
  readonly looking: boolean
  readonly onCode: (text: string) => void
  readonly onRefused: (refusal: CameraRefusal) => void
}

/** How often to analyze a picture, in milliseconds: often enough to feel instant, rarely enough for a phone. */
const lookEvery = 150

/** Shows the camera while mounted, and passes on detected codes. */
export const useCamera = ({ video, looking, onCode, onRefused }: CameraUse): void => {
  const latest = useRef({ looking, onCode, onRefused })
  useEffect(() => {
    latest.current = { looking, onCode, onRefused }
  })
  useEffect(() => {
    let over = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = (): void => {
      over = true
      clearTimeout(timer)
      if (stream !== null) stopCamera(stream)
    }
    const look = async (): Promise<void> => {
      try {
        // In parallel: the permission prompt takes longer than loading the detector.
        const [opened, detector] = await Promise.all([
          openCamera().then((camera) => {
            stream = camera
            if (over) stopCamera(camera)
            return camera
          }),
          codeDetector()
        ])
        const screen = video.current
        if (over || screen === null) return
        screen.srcObject = opened
        await screen.play()
        const next = async (): Promise<void> => {
          if (over) return
          if (latest.current.looking && screen.readyState >= screen.HAVE_CURRENT_DATA) {
            const [code] = await detector.detect(screen)
            if (!over && code !== undefined && latest.current.looking) latest.current.onCode(code.rawValue)
          }
          timer = setTimeout(() => void next().catch(refuse), lookEvery)
        }
        await next()
      } catch (error) {
        refuse(error)
      }
    }
    const refuse = (error: unknown): void => {
      // If stopped during startup, ignore errors.
      const wanted = !over
      stop()
      if (wanted) latest.current.onRefused(cameraRefusal(error))
    }
    void look()
    return stop
  }, [video])
}
