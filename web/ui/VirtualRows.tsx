import { Fragment, type ReactNode, useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { type ListRange, Virtuoso } from "react-virtuoso"
import { printLimits } from "#core/exports/exportLimits.ts"

interface VirtualRowsProps {
  /** What the list is scrolled in; null: the window. */
  readonly scroller: HTMLElement | null
  /** Rows of another form are drawn anew. */
  readonly form: string
  readonly count: number
  /** Of each row, in pixels. */
  readonly height: number
  readonly idAt: (at: number) => number
  readonly onRange: (range: ListRange) => void
  readonly draw: (at: number) => ReactNode
}

/** Rows that are drawn as far as they are seen; on paper all of them, to the number that any list is printed with (001 §9). */
export const VirtualRows = ({ scroller, form, count, height, idAt, onRange, draw }: VirtualRowsProps) => {
  const printing = usePrinting()
  return (
    <>
      <div className={printing ? "screen-only" : undefined}>
        <Virtuoso
          {...(scroller === null ? { useWindowScroll: true } : { customScrollParent: scroller })}
          key={form}
          totalCount={count}
          fixedItemHeight={height}
          increaseViewportBy={height * 6}
          computeItemKey={idAt}
          rangeChanged={onRange}
          itemContent={draw}
        />
      </div>
      {printing
        ? Array.from({ length: Math.min(count, printLimits.most) }, (_, at) => (
            <Fragment key={idAt(at)}>{draw(at)}</Fragment>
          ))
        : null}
    </>
  )
}

/** Whether the browser is printing the page: what is drawn then is what it prints. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(true))
    const after = (): void => setPrinting(false)
    addEventListener("beforeprint", before)
    addEventListener("afterprint", after)
    return () => {
      removeEventListener("beforeprint", before)
      removeEventListener("afterprint", after)
    }
  }, [])
  return printing
}
