import { useEffect, useRef, useState } from "react"

/**
 * Accepts files dropped anywhere on the page while mounted. Returns true while files are dragged over it. Without it,
 * the browser would navigate to the dropped file.
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
      // `relatedTarget` is null only when the drag leaves the page.
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
