import type { SyntheticEvent } from "react"

const isTouch = (event: Event): event is TouchEvent => "touches" in event

/** Where a mouse or the finger of a touch is, from the left; null for several fingers and for one that was lifted. */
const leftOf = (event: Event): number | null => {
  if (isTouch(event)) return event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null
  return event instanceof MouseEvent ? event.clientX : null
}

/** From the press of a mouse or a touch until it is let go: tells by how many pixels it was moved to the right. */
export const followPointer = ({ nativeEvent }: SyntheticEvent, onMoved: (by: number) => void): void => {
  const from = leftOf(nativeEvent)
  if (from === null) return
  const over = new AbortController()
  const moved = (event: Event): void => {
    const at = leftOf(event)
    // A finger would scroll the list.
    if (isTouch(event) && event.cancelable) event.preventDefault()
    if (at !== null) onMoved(at - from)
  }
  const options = { signal: over.signal, passive: false }
  const [move, ends] = isTouch(nativeEvent)
    ? ["touchmove", ["touchend", "touchcancel"]]
    : (["mousemove", ["mouseup"]] as const)
  document.addEventListener(move, moved, options)
  for (const end of ends) {
    document.addEventListener(
      end,
      (event) => {
        moved(event)
        over.abort()
      },
      options
    )
  }
}
