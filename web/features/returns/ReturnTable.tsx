import { countText } from "#core/base/countText.ts"
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from "react"
import { VirtualRows } from "#web/ui/VirtualRows.tsx"
import { center } from "#web/app/CommandCenter.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { type ListPlace, nowhere } from "#web/ui/listPlace.ts"
import { rowsOf } from "#web/ui/ListRows.ts"
import { useDrawn } from "#web/ui/useDrawn.ts"
import { scrollToShow, useListFrame } from "#web/ui/useListFrame.ts"
import { type ReturnChoice, returnChoices, type ReturnStatus } from "./returnMarks.ts"
import type { ReturnRow } from "./returnRows.ts"
import { ReturnRowView } from "./ReturnRowView.tsx"
import { useReturnKeys } from "./useReturnKeys.ts"

interface ReturnTableProps {
  readonly rows: ReadonlyArray<ReturnRow>
  /** More rows are loading. */
  readonly busy: boolean
  /** Locks the server rejected. */
  readonly wrong: ReadonlySet<number>
  /** Why nothing can be marked, or null. */
  readonly refused: string | null
  readonly onMark: (lockIDs: ReadonlyArray<number>, status: ReturnStatus) => void
  readonly filter: RefObject<HTMLInputElement | null>
}

/**
 * In pixels: heights of a row, a card and the header; the width below which rows become cards; the width from which
 * Updated By is shown.
 */
const heights = { row: 48, card: 126, header: 40 } as const
const cardsBelow = 640
const updatedByFrom = 860

const idOf = ({ lockID }: ReturnRow): number => lockID

/** Column title of a button, with its key. */
const ChoiceTitle = ({ choice }: { readonly choice: ReturnChoice }) => {
  const [keys] = useKeysOf(choice.command)
  return (
    <span>
      {choice.word} {keys === undefined ? null : <Kbd keys={keys} />}
    </span>
  )
}

/**
 * The returned locks with their four buttons. One tab stop, plus the buttons of the current row. The current row and
 * the selection are IDs, so rows that arrive, leave or move don't affect them.
 */
export const ReturnTable = ({ rows: all, busy, wrong, refused, onMark, filter }: ReturnTableProps) => {
  const [grid, setGrid] = useState<HTMLDivElement | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const frame = useListFrame(grid)
  const [where, setWhere] = useState<ListPlace>(nowhere)
  const base = useId()
  const rows = useMemo(() => rowsOf(all, idOf), [all])
  const cards = frame !== null && frame.width < cardsBelow
  const shows = { updatedBy: !cards && (frame?.width ?? 0) >= updatedByFrom }
  const form = cards ? "cards" : "rows"
  const height = cards ? heights.card : heights.row
  const place = where.current === null ? -1 : rows.placeOf(where.current)
  const { isDrawn, rangeChanged } = useDrawn(place, form)
  const lock = (place === -1 ? null : rows.at(place)?.lock) ?? null

  const show = (next: ListPlace): void => {
    setWhere(next)
    if (next.current === null || body.current === null || frame === null) return
    const top = body.current.getBoundingClientRect().top + next.place * height
    scrollToShow(frame.scroller, { top, height }, cards ? 0 : heights.header)
    if (!grid?.contains(document.activeElement)) grid?.focus({ preventScroll: true })
  }
  const armed = useReturnKeys({
    rows,
    where,
    show,
    page: () => Math.max(1, Math.floor((frame?.scroller?.clientHeight ?? innerHeight) / height) - 1),
    lock,
    filter,
    mark: onMark
  })
  // The available commands depend on the current row.
  useEffect(() => center.changed(), [where.current, lock])

  const rowId = (id: number): string => `${base}-${id}`
  return (
    <div
      className={`returns-list${shows.updatedBy ? " wide" : ""}`}
      style={{ ["--stick" as string]: `${-(frame?.padding ?? 0)}px` }}
    >
      <div
        ref={setGrid}
        role="grid"
        aria-label="Returned locks"
        aria-rowcount={rows.count + 1}
        aria-colcount={shows.updatedBy ? 5 : 4}
        aria-multiselectable
        aria-busy={busy}
        tabIndex={0}
        aria-activedescendant={where.current !== null && isDrawn ? rowId(where.current) : undefined}
        className="returns-grid"
      >
        <div role="row" aria-rowindex={1} className={cards ? "hidden" : "returns-head"}>
          <span role="columnheader">Serial Code</span>
          <span role="columnheader">Combination</span>
          <span role="columnheader">Unit</span>
          {shows.updatedBy ? <span role="columnheader">Updated By</span> : null}
          <span role="columnheader" className="return-choices">
            {returnChoices.map((choice) => (
              <ChoiceTitle key={choice.status} choice={choice} />
            ))}
          </span>
        </div>
        <div ref={body}>
          {frame === null || rows.count === 0 ? null : (
            <VirtualRows
              scroller={frame.scroller}
              form={form}
              count={rows.count}
              height={height}
              idAt={(at) => rows.idAt(at)}
              onRange={rangeChanged}
              draw={(at) => {
                const row = rows.at(at)
                if (row === undefined) return <div className="return-row" />
                return (
                  <ReturnRowView
                    id={rowId(row.lockID)}
                    row={row}
                    place={at}
                    card={cards}
                    shows={shows}
                    current={row.lockID === where.current}
                    selected={where.selected.has(row.lockID)}
                    armed={armed.lockIDs.has(row.lockID) ? armed.status : null}
                    wrong={wrong.has(row.lockID)}
                    refused={refused}
                  />
                )
              }}
            />
          )}
        </div>
      </div>
      <p className="hidden" role="status">
        {where.selected.size === 0 ? "" : `${countText(where.selected.size)} selected`}
      </p>
    </div>
  )
}
