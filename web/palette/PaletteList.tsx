import { memo, useEffect, useLayoutEffect, useRef } from "react"
import type { Words } from "#core/api/problem.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { Status } from "#web/ui/Status.tsx"
import { keysOf } from "#web/keyboard/keymap.ts"
import { MarkedSerial, MarkedText } from "./MarkedText.tsx"
import type { PaletteRow, RowTarget } from "./PaletteRow.ts"
import { RowIcon } from "./RowIcon.tsx"
import type { Listing } from "./selection.ts"

/** Element ID of a row. */
export const optionId = (listId: string, rowId: string): string => `${listId}-${rowId.replaceAll(/[^\w-]/g, "-")}`

/** The command that clicking a row runs. */
const commandOf = (target: RowTarget): CommandId => {
  switch (target.kind) {
    case "lock":
      return "locks.show"
    case "command":
      return target.command.id as CommandId
    case "person":
      return "users.list"
    case "facility":
    case "text":
      return "palette.narrow"
    case "value":
    case "resume":
    case "answer":
      return "palette.choose"
  }
}

interface ListProps {
  readonly id: string
  readonly listing: Listing
  readonly onPoint: (id: string) => void
  readonly onChoose: (row: PaletteRow) => void
  /** Called when the user asks for the selected lock's combination. */
  readonly onReveal: () => void
}

/**
 * The rows, with the same order on screen, in the DOM and for the keys. The focus stays in the input, which
 * references the selected row.
 */
export const PaletteList = ({ id, listing, onPoint, onChoose, onReveal }: ListProps) => {
  const { listed, selected, chosen, text } = listing
  const list = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  // Force the layout here, before the next frame, so that the frame only has to paint.
  useLayoutEffect(() => void list.current?.offsetHeight, [listed])
  // Reading positions forces a layout, so don't do it on every key press.
  useEffect(() => {
    if (chosen) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
    else if (scrolled.current) list.current?.scrollTo({ top: 0 })
  }, [selected, chosen, text])
  const rowAt = (target: EventTarget): PaletteRow | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[role=option]")?.dataset["row"] : undefined
    return row === undefined ? undefined : listed.sections.flatMap(({ rows }) => rows).find((each) => each.id === row)
  }
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className="palette-list"
      onScroll={(event) => {
        scrolled.current = event.currentTarget.scrollTop > 0
      }}
      onPointerMove={(event) => {
        // A resting pointer must not select rows that move beneath it.
        if (event.movementX === 0 && event.movementY === 0) return
        const row = rowAt(event.target)
        if (row !== undefined && row.id !== selected) onPoint(row.id)
      }}
      onClick={(event) => {
        const row = rowAt(event.target)
        if (row === undefined) return
        if (event.target instanceof Element && event.target.closest(".palette-reveal") !== null) onReveal()
        else onChoose(row)
      }}
    >
      {listed.sections.map(({ heading, rows }) => (
        <div key={heading} role="group" aria-label={heading}>
          <div className="palette-heading" aria-hidden="true">
            {heading}
          </div>
          {rows.map((row) => (
            <Row key={row.id} element={optionId(id, row.id)} row={row} selected={row.id === selected} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  readonly element: string
  readonly row: PaletteRow
  readonly selected: boolean
}

const Row = memo(({ element, row, selected }: RowProps) => {
  const { target, refusal } = row
  return (
    <div
      id={element}
      role="option"
      aria-selected={selected}
      aria-disabled={refusal !== null}
      data-row={row.id}
      data-command={commandOf(target)}
      className={refusal === null ? "palette-row" : "palette-row no"}
    >
      <RowIcon target={target} />
      <span className="palette-words">
        <span className="palette-title">
          {target.kind === "lock" ? <MarkedSerial {...row.title} /> : <MarkedText {...row.title} />}
        </span>
        <span className="palette-context">
          {refusal === null ? <Context row={row} /> : <Refusal words={refusal} />}
        </span>
      </span>
      <span className="palette-keys">
        {target.kind === "lock" && selected ? <RevealKeys /> : <RowKeys row={row} />}
      </span>
    </div>
  )
})

const Context = ({ row: { target, context } }: { readonly row: PaletteRow }) => (
  <>
    {target.kind === "lock" && target.lock.statusCode != null ? <Status status={target.lock.statusCode} /> : null}
    <span>
      {context.map((part, at) => (
        <span key={part.text}>
          {at === 0 ? "" : ", "}
          <MarkedText {...part} />
        </span>
      ))}
    </span>
  </>
)

const Refusal = ({ words }: { readonly words: Words }) => (
  <span className="palette-refusal">
    <svg width="0.875rem" height="0.875rem" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M6 9V6a4 4 0 0 1 8 0v3M4 9h12v8H4z" />
    </svg>
    {words.error} {words.next}
  </span>
)

const RowKeys = ({ row: { keys } }: { readonly row: PaletteRow }) =>
  keys[0] === undefined ? null : <Kbd keys={keys[0]} />

const RevealKeys = () => {
  const [keys] = keysOf("palette.reveal")
  return keys === undefined ? null : (
    <span className="palette-reveal" data-command="locks.reveal">
      <Kbd keys={keys} /> reveal
    </span>
  )
}
