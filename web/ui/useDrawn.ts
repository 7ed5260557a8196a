import { useRef, useState } from "react"

/** Whether a row of a virtual list is rendered, and the callback that tracks the rendered range. */
interface Drawn {
  readonly isDrawn: boolean
  readonly rangeChanged: (range: { readonly startIndex: number; readonly endIndex: number }) => void
}

/**
 * Tracks whether the row at an index (-1 for none) is rendered, because aria-activedescendant must not reference a
 * missing element. When a list changes form, such as to cards, none of its rows is rendered yet. Re-renders only when
 * the result changes, because doing so for every row that scrolls by would drop frames.
 */
export const useDrawn = (place: number, form: string): Drawn => {
  const range = useRef({ first: 0, last: -1, form })
  const [, draw] = useState(0)
  const isDrawn = (): boolean => {
    const { first, last, form: drawn } = range.current
    return drawn === form && place >= first && place <= last
  }
  const was = isDrawn()
  return {
    isDrawn: was,
    rangeChanged: ({ startIndex, endIndex }) => {
      range.current = { first: startIndex, last: endIndex, form }
      if (isDrawn() !== was) draw((times) => times + 1)
    }
  }
}
