import { type DragEventHandler, useEffect, useState } from "react"

interface FileDrop {
  /** Files are being dragged over it. */
  readonly over: boolean
  /** Event handlers for the drop target. */
  readonly drop: {
    readonly onDragOver: DragEventHandler
    readonly onDragLeave: DragEventHandler
    readonly onDrop: DragEventHandler
  }
}

const isFileField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/**
 * Prevents the browser from opening a file dropped next to the target, which would leave the console and lose typed
 * input.
 */
const keepOut = (event: DragEvent): void => {
  const { defaultPrevented, target, dataTransfer } = event
  if (defaultPrevented || dataTransfer === null || isFileField(target) || !dataTransfer.types.includes("Files")) return
  event.preventDefault()
  dataTransfer.dropEffect = "none"
}

/** Accepts files dropped on an element, instead of letting the browser open them. */
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
        // Let dragged text go into fields as usual.
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
