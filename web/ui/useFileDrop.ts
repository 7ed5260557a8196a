import { type DragEventHandler, useEffect, useState } from "react"

interface FileDrop {
  /** Files are held over it. */
  readonly over: boolean
  /** What the element that takes the files listens to. */
  readonly drop: {
    readonly onDragOver: DragEventHandler
    readonly onDragLeave: DragEventHandler
    readonly onDrop: DragEventHandler
  }
}

const isFileField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/** A file that misses its place would be opened by the browser in place of the console, and what was typed would be lost. */
const keepOut = (event: DragEvent): void => {
  const { defaultPrevented, target, dataTransfer } = event
  if (defaultPrevented || dataTransfer === null || isFileField(target) || !dataTransfer.types.includes("Files")) return
  event.preventDefault()
  dataTransfer.dropEffect = "none"
}

/** Takes files that are dropped on an element, in place of the browser, which would open them. */
export const useFileDrop = (onFiles: (files: ReadonlyArray<File>) => void): FileDrop => {
  const [over, setOver] = useState(false)
  useEffect(() => {
    addEventListener("dragover", keepOut)
    addEventListener("drop", keepOut)
    return () => {
      removeEventListener("dragover", keepOut)
      removeEventListener("drop", keepOut)
    }
  }, [])
  return {
    over,
    drop: {
      onDragOver: (event) => {
        // Text that is dragged goes into the field below the pointer, as everywhere.
        if (!event.dataTransfer.types.includes("Files")) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        if (!event.dataTransfer.types.includes("Files")) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }
    }
  }
}
