import { Fragment, type ReactNode, useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { type ListRange, Virtuoso } from "react-virtuoso"
import { printLimits } from "#core/exports/exportLimits.ts"

interface VirtualRowsProps {
  /** The scroll container; null for the window. */
  readonly scroller: HTMLElement | null
  /** When it changes, the rows are mounted again. */
  readonly form: string
  readonly count: number
  /** Row height in pixels. */
  readonly height: number
  readonly idAt: (at: number) => number
  readonly onRange: (range: ListRange) => void
  readonly draw: (at: number) => ReactNode
}

/** Virtualized rows. For printing it renders all of them, up to the print limit of lists (001 §9). */
export const VirtualRows = ({ scroller, form, count, height, idAt, onRange, draw }: VirtualRowsProps) => {
  const printing = usePrinting()
  // Rows that haven't arrived have no ID. With the same key, React would keep some of them on the screen forever.
  const keyAt = (at: number): number => (idAt(at) === -1 ? -1 - at : idAt(at))
  return (
    <>
      {/* The rows come a frame later, and must not move what is below them. */}
      <div className={printing ? "screen-only" : undefined} style={{ minHeight: count * height }}>
        <Virtuoso
          {...(scroller === null ? { useWindowScroll: true } : { customScrollParent: scroller })}
          key={form}
          totalCount={count}
          fixedItemHeight={height}
          increaseViewportBy={height * 6}
          computeItemKey={keyAt}
          rangeChanged={onRange}
          itemContent={draw}
        />
      </div>
      {printing
        ? Array.from({ length: Math.min(count, printLimits.most) }, (_, at) => (
            <Fragment key={keyAt(at)}>{draw(at)}</Fragment>
          ))
        : null}
    </>
  )
}

/** Whether the browser is printing. Set synchronously, so that the print shows the result. */
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
