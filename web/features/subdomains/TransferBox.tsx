import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import type { FacilityOption } from "#core/subdomains/facilityTransfer.ts"
import { countText } from "#core/base/countText.ts"
import { composes } from "#web/keyboard/chord.ts"
import { fontScale } from "#web/ui/fontScale.ts"
import { inRem } from "#web/ui/inRem.ts"
import { placeKept, ranged, toggled } from "./marking.ts"

/** Row height in pixels as in the styles (002 §9), visible rows, and extra rows rendered on either side. */
const rowHeight = 44
const rowsSeen = 8
const rowsBeyond = 4

/** A space this soon after a letter is part of what is being typed, in milliseconds. */
const typingPause = 1_000

interface TransferBoxProps {
  readonly label: string
  /** Options that match the text. The same array while they don't change. */
  readonly options: ReadonlyArray<FacilityOption>
  /** Number of options including those that don't match. */
  readonly total: number
  readonly marked: ReadonlySet<FacilityId>
  readonly onMarked: (marked: ReadonlySet<FacilityId>) => void
  /** Filter text. */
  readonly text: string
  readonly onText: (text: string) => void
  /** A note about an option, or null. */
  readonly noteOf: (option: FacilityOption) => string | null
  /** Moves the selected options, or this one if none are selected. */
  readonly onTake: (value: FacilityId) => void
  /** Focus this field when the step opens. */
  readonly first: boolean
  /** Why the list is empty. */
  readonly empty: string
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: rowsSeen,
  PageUp: -rowsSeen,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY
}

/**
 * A multi-select listbox of any length (APG, listbox): arrows move, Space selects, with Shift a range, Ctrl+A all.
 * Typing filters, also a space right after a letter; Enter moves the selected options. If the current row disappears, the
 * next one becomes current.
 */
export const TransferBox = (props: TransferBoxProps) => {
  const { label, options, total, marked, onMarked, text, onText, noteOf, onTake, empty } = props
  const [value, setValue] = useState<FacilityId | null>(null)
  const [top, setTop] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(options)
  /** Start of a range, and what was selected before it. */
  const range = useRef<{ readonly from: number; readonly marked: ReadonlySet<FacilityId> }>({ from: 0, marked })
  /** When a letter was last typed into the list, in milliseconds since the page loaded. */
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  const id = useId()
  const places = useMemo(() => new Map(options.map((option, place) => [option.value, place])), [options])
  const current = value === null ? 0 : placeKept(value, before.current, places)
  const at = Math.max(0, Math.min(current, options.length - 1))
  const first = Math.max(0, Math.floor(top / rowHeight) - rowsBeyond)
  const seen = options.slice(first, first + rowsSeen + 2 * rowsBeyond)

  // Scroll the current row into view before painting.
  useLayoutEffect(() => {
    const box = list.current
    const now = options[at]?.value ?? null
    before.current = options
    setValue(now)
    if (box === null) return
    const height = rowHeight * fontScale()
    const [from, to] = [at * height, (at + 1) * height]
    if (from < box.scrollTop) box.scrollTop = from
    else if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight
    setTop(box.scrollTop / fontScale())
  }, [at, options])

  const go = (place: number): void => setValue(options[place]?.value ?? null)
  const begin = (place: number, now: ReadonlySet<FacilityId>): void => {
    range.current = { from: place, marked: now }
  }
  const mark = (place: number): void => {
    const now = toggled(marked, options[place])
    begin(place, now)
    onMarked(now)
  }
  const markRange = (to: number): void => onMarked(ranged(options, range.current, to))
  const markAll = (): void => {
    const all = options.every((option) => marked.has(option.value))
    onMarked(all ? new Set() : new Set([...marked, ...options.map((option) => option.value)]))
  }
  const walk = (by: number, extends_: boolean): void => {
    const to = Math.max(0, Math.min(options.length - 1, at + by))
    if (extends_) markRange(to)
    else begin(to, marked)
    go(to)
  }
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent) || event.altKey) return
    const typed = typedAt.current
    typedAt.current = Number.NEGATIVE_INFINITY
    const withMod = event.ctrlKey || event.metaKey
    const step = steps[event.key]
    if (withMod && event.key.toLowerCase() === "a") markAll()
    else if (withMod) return
    else if (step !== undefined) walk(step, event.shiftKey)
    else if (event.key === " " && !(text !== "" && event.timeStamp - typed < typingPause))
      (event.shiftKey ? markRange : mark)(at)
    else if (event.key === "Enter") {
      const option = options[at]
      if (option !== undefined) onTake(option.value)
    } else if (event.key === "Escape" && text !== "") onText("")
    else if (event.key === "Backspace") onText(text.slice(0, -1))
    else if (event.key.length === 1) {
      typedAt.current = event.timeStamp
      onText(text + event.key)
    } else return
    event.preventDefault()
  }
  const click = (event: MouseEvent, place: number): void => {
    if (event.shiftKey) markRange(place)
    else mark(place)
    go(place)
  }
  // Only visible options are moved.
  const selected = options.reduce((count, { value: each }) => count + (marked.has(each) ? 1 : 0), 0)
  return (
    <div className="transfer-box">
      <p className="transfer-head">
        <strong id={`${id}-label`}>{label}</strong>
        <span className="muted">
          {countText(options.length)} of {countText(total)}
          {selected === 0 ? "" : `, ${countText(selected)} selected`}
        </span>
      </p>
      <label htmlFor={`${id}-text`} className="hidden">
        Search {label.toLowerCase()}
      </label>
      <input
        id={`${id}-text`}
        className="input"
        type="text"
        placeholder="Search Facility Name"
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.first}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (composes(event.nativeEvent)) return
          if (event.key === "Escape" && text !== "") onText("")
          else if (event.key === "ArrowDown") list.current?.focus()
          // Enter in the search field doesn't submit the form.
          else if (event.key !== "Enter") return
          event.preventDefault()
        }}
      />
      <div
        ref={list}
        role="listbox"
        aria-multiselectable
        aria-labelledby={`${id}-label`}
        aria-activedescendant={options.length === 0 ? undefined : `${id}-${at}`}
        tabIndex={0}
        className="transfer-rows"
        onKeyDown={press}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop / fontScale())}
      >
        <div role="presentation" style={{ height: inRem(`${options.length * rowHeight}px`) }}>
          {seen.map((option, nth) => {
            const place = first + nth
            const note = noteOf(option)
            return (
              <div
                // Not by option: another search then changes the texts of the rows instead of the rows.
                key={place}
                id={`${id}-${place}`}
                role="option"
                className={place === at ? "transfer-row current" : "transfer-row"}
                style={{ top: inRem(`${place * rowHeight}px`) }}
                aria-selected={marked.has(option.value)}
                aria-setsize={options.length}
                aria-posinset={place + 1}
                data-command="subdomainForm.mark"
                title={option.label}
                onClick={(event) => click(event, place)}
                onDoubleClick={() => onTake(option.value)}
              >
                <span className="transfer-mark" aria-hidden>
                  {marked.has(option.value) ? "✓" : ""}
                </span>
                <span className="transfer-words">
                  <span className="transfer-label">{option.label}</span>
                  {note === null ? null : <small> {note}</small>}
                </span>
              </div>
            )
          })}
        </div>
      </div>
      {options.length === 0 ? <p className="transfer-empty muted">{text === "" ? empty : "No matches."}</p> : null}
    </div>
  )
}
