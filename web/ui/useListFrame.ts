import { useLayoutEffect, useState } from "react"
import { fontScale } from "./fontScale.ts"

/** The scroll container of a list, and the list's width. */
export interface ListFrame {
  /** Null if the window scrolls. */
  readonly scroller: HTMLElement | null
  /** In pixels at the default font size. */
  readonly width: number
  readonly scale: number
  /** Padding at the top of the scroll container, in pixels. Sticky elements stick below it. */
  readonly padding: number
}

const scrolls = (element: HTMLElement): boolean => /^(auto|scroll)$/.test(getComputedStyle(element).overflowY)

const scrollerOf = (element: HTMLElement): HTMLElement | null => {
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    if (scrolls(at)) return at
  }
  return null
}

/** Tracks the frame of an element; null before layout. */
export const useListFrame = (element: HTMLElement | null): ListFrame | null => {
  const [frame, setFrame] = useState<ListFrame | null>(null)
  useLayoutEffect(() => {
    if (element === null) return
    const measure = () => {
      const scroller = scrollerOf(element)
      const padding = scroller === null ? 0 : Number.parseFloat(getComputedStyle(scroller).paddingTop)
      const scale = fontScale()
      const next = { scroller, width: element.clientWidth / scale, scale, padding }
      setFrame((before) =>
        before?.scroller === scroller &&
        before.width === next.width &&
        before.scale === scale &&
        before.padding === padding
          ? before
          : next
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

/** Height of the visible part of the scroll container, in pixels. */
export const viewHeight = (scroller: HTMLElement | null): number => scroller?.clientHeight ?? innerHeight

/** Scrolls just enough to show a section of the page below `cover` pixels of sticky content, and above the bar of selected rows. */
export const scrollToShow = (
  scroller: HTMLElement | null,
  stretch: { readonly top: number; readonly height: number },
  cover: number
): void => {
  const top = (scroller?.getBoundingClientRect().top ?? 0) + cover
  const bar = (scroller ?? document).querySelector("[data-over-rows]")?.getBoundingClientRect().top
  const bottom = Math.min((scroller?.getBoundingClientRect().top ?? 0) + viewHeight(scroller), bar ?? Infinity)
  const above = stretch.top - top
  const below = stretch.top + stretch.height - bottom
  const by = above < 0 ? above : below > 0 ? below : 0
  if (by !== 0) (scroller ?? window).scrollBy({ top: by, behavior: "instant" })
}
