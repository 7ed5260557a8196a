import { type RefObject, useEffect, useRef } from "react"
import { cameraRefusal, type CameraRefusal, openCamera, stopCamera } from "./camera.ts"
import { codeDetector } from "./codeDetector.ts"

interface CameraUse {
  readonly video: RefObject<HTMLVideoElement | null>
  /** While it is true, codes are looked for; the picture stays otherwise. */
  readonly looking: boolean
  readonly onCode: (text: string) => void
  readonly onRefused: (refusal: CameraRefusal) => void
}

/** How often a picture is looked at, in milliseconds: often enough to feel at once, seldom enough for a phone. */
const lookEvery = 150

/** Shows the camera for as long as the component is there, and hands on what is read. */
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
        // Both at once: the camera's question to the user takes longer than loading does.
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
      // Stopped while it was begun: what fails then is nobody's trouble.
      const wanted = !over
      stop()
      if (wanted) latest.current.onRefused(cameraRefusal(error))
    }
    void look()
    return stop
  }, [video])
}
