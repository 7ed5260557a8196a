import { type DragEventHandler, useState } from "react"

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

/** Takes files that are dropped on an element, in place of the browser, which would open them. */
export const useFileDrop = (onFiles: (files: ReadonlyArray<File>) => void): FileDrop => {
  const [over, setOver] = useState(false)
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
