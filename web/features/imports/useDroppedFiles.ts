import { useEffect, useRef, useState } from "react"

/**
 * Takes files that are dropped anywhere on the page while the screen is there. True while some are held over it; without it
 * the browser would leave the page for the file.
 */
export const useDroppedFiles = (take: (files: ReadonlyArray<File>) => void): boolean => {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const holds = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true
    const onOver = (event: DragEvent): void => {
      if (!holds(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent): void => {
      // Between two parts of the page there is another one to go to; outside of it there is none.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent): void => {
      if (!holds(event)) return
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener("dragover", onOver)
    document.addEventListener("dragleave", onLeave)
    document.addEventListener("drop", onDrop)
    return () => {
      document.removeEventListener("dragover", onOver)
      document.removeEventListener("dragleave", onLeave)
      document.removeEventListener("drop", onDrop)
    }
  }, [])
  return over
}
