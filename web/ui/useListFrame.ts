import { useLayoutEffect, useState } from "react"

/** What scrolls a list, and how wide the list is. */
export interface ListFrame {
  /** The window scrolls where this is null. */
  readonly scroller: HTMLElement | null
  /** In pixels. */
  readonly width: number
  /** Padding above what the scroller shows, in pixels: browsers stick things below it. */
  readonly padding: number
}

const scrolls = (element: HTMLElement): boolean => /^(auto|scroll)$/.test(getComputedStyle(element).overflowY)

const scrollerOf = (element: HTMLElement): HTMLElement | null => {
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    if (scrolls(at)) return at
  }
  return null
}

/** Follows the frame of an element; null until it is laid out. */
export const useListFrame = (element: HTMLElement | null): ListFrame | null => {
  const [frame, setFrame] = useState<ListFrame | null>(null)
  useLayoutEffect(() => {
    if (element === null) return
    const measure = () => {
      const scroller = scrollerOf(element)
      const padding = scroller === null ? 0 : Number.parseFloat(getComputedStyle(scroller).paddingTop)
      const next = { scroller, width: element.clientWidth, padding }
      setFrame((before) =>
        before?.scroller === scroller && before.width === next.width && before.padding === padding ? before : next
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    addEventListener("resize", measure)
    return () => {
      observer.disconnect()
      removeEventListener("resize", measure)
    }
  }, [element])
  return frame
}

/** Height of what a list is seen through, in pixels. */
export const viewHeight = (scroller: HTMLElement | null): number => scroller?.clientHeight ?? innerHeight

/** Scrolls so that a stretch of the page is seen whole below `cover` pixels that something sticks over; nothing else moves. */
export const scrollToShow = (
  scroller: HTMLElement | null,
  stretch: { readonly top: number; readonly height: number },
  cover: number
): void => {
  const top = (scroller?.getBoundingClientRect().top ?? 0) + cover
  const bottom = (scroller?.getBoundingClientRect().top ?? 0) + viewHeight(scroller)
  const above = stretch.top - top
  const below = stretch.top + stretch.height - bottom
  const by = above < 0 ? above : below > 0 ? below : 0
  if (by !== 0) (scroller ?? window).scrollBy({ top: by, behavior: "instant" })
}
