import type { MouseEvent } from "react"

/** Whether a click on a link is to open it here, and not in another tab or window. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
