import { useRef, useState } from "react"

/** Whether one row of a virtual list is drawn, and what the list tells of which rows are. */
interface Drawn {
  readonly isDrawn: boolean
  readonly rangeChanged: (range: { readonly startIndex: number; readonly endIndex: number }) => void
}

/**
 * Follows whether the row at a place, -1 for none, is drawn: what names it to those who do not see must not name what is not
 * there. A list that is drawn in another form, as cards perhaps, is drawn anew, and none of its rows is there yet. Drawing the
 * list for every row that passes would cost frames: it is drawn again only when the answer changes.
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
