import { type RefObject, useEffect, useRef } from "react"

/**
 * Keeps the header and the body of a list at the same horizontal scroll position. They scroll separately, so that the
 * header can stick to the page's scroll container.
 */
export const useSidewaysScroll = (
  grid: HTMLElement | null
): readonly [header: RefObject<HTMLDivElement | null>, body: RefObject<HTMLDivElement | null>] => {
  const header = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (grid === null) return
    const follow = ({ target }: Event): void => {
      const [a, b] = [header.current, body.current]
      if (a === null || b === null) return
      if (target === a) b.scrollLeft = a.scrollLeft
      else if (target === b) a.scrollLeft = b.scrollLeft
    }
    // Scroll events don't bubble, so capture them.
    grid.addEventListener("scroll", follow, { capture: true, passive: true })
    return () => grid.removeEventListener("scroll", follow, { capture: true })
  }, [grid])
  return [header, body]
}
