import "./Combobox.css"
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react"
import { countText } from "#core/base/countText.ts"
import { composes } from "#web/keyboard/chord.ts"
import { type Choice, choiceCalled, matchingChoices } from "./comboboxChoices.ts"
import { fontScale } from "./fontScale.ts"
import { inRem } from "./inRem.ts"

/** Row height in pixels as in the styles, visible rows, and extra rows rendered on either side. */
const rowHeight = 40
const rowsSeen = 8
const rowsBeyond = 4

interface ComboboxProps<Value extends number> {
  readonly label: string
  /** Show the label only to screen readers. */
  readonly labelHidden?: boolean | undefined
  /** Accessible name of the list, such as "Facilities". */
  readonly listLabel: string
  readonly value: Value | null
  /** Any number of choices; only the visible ones are rendered. Pass the same array while they don't change. */
  readonly choices: ReadonlyArray<Choice<Value>>
  /** The choices are still loading. Text typed meanwhile is matched when they arrive. */
  readonly loading?: boolean
  /**
   * Set if loading the choices failed. Called to load them again when the field is opened and on Enter. Typed text is
   * kept meanwhile.
   */
  readonly onRetry?: (() => void) | undefined
  readonly onChoose: (value: Value | null) => void
  /** In a field that adds several: called with text entered before the choices have loaded, and the field is emptied. */
  readonly onEarly?: ((text: string) => void) | undefined
  /** Label of the empty choice, which clears the value. */
  readonly none: string
  /** Label of the value while the list is closed; empty for none. */
  readonly shown: string
  /** Shortens a label for its row. */
  readonly shownAs?: (label: string) => string
  readonly disabled?: boolean | undefined
  readonly invalid?: boolean | undefined
  readonly describedBy?: string | undefined
  readonly field?: RefObject<HTMLInputElement | null> | undefined
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: rowsSeen,
  PageUp: -rowsSeen
}

/** Picks one of many items by part of its name. Arrows open the list and move, Enter picks, Esc cancels. */
export const Combobox = <Value extends number>(props: ComboboxProps<Value>) => {
  const { label, labelHidden = false, listLabel, value, choices, onChoose, onEarly, none, shown, field } = props
  const { disabled = false, loading = false, onRetry, invalid, describedBy, shownAs = (name) => name } = props
  /** The typed text while the list is open; null while closed. */
  const [typed, setTyped] = useState<string | null>(null)
  /** Enter or a blur that happened before the choices had loaded. */
  const [early, setEarly] = useState<"enter" | "left" | null>(null)
  const [at, setAt] = useState(0)
  const [top, setTop] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const open = typed !== null
  const found = useMemo((): ReadonlyArray<Choice<Value> | null> => {
    if (typed === null) return []
    const matching = matchingChoices(choices, typed)
    return typed.trim() === "" ? [null, ...matching] : matching
  }, [choices, typed])
  const current = Math.min(at, found.length - 1)
  const listed = open && found.length > 0
  const begun = open && typed.trim() !== ""
  const failed = onRetry !== undefined
  const isEarly = begun && (loading || failed)
  const first = Math.max(0, Math.floor(top / rowHeight) - rowsBeyond)
  const seen = found.slice(first, first + rowsSeen + 2 * rowsBeyond)

  // Scroll the current row into view before painting.
  useLayoutEffect(() => {
    const box = list.current
    if (box === null || !listed) return
    const height = rowHeight * fontScale()
    const [from, to] = [current * height, (current + 1) * height]
    if (from < box.scrollTop) box.scrollTop = from
    else if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight
    setTop(box.scrollTop / fontScale())
  }, [current, listed, found])

  const close = (): void => {
    setTyped(null)
    setEarly(null)
  }
  const begin = (): void => {
    if (open || disabled) return
    onRetry?.()
    setTyped("")
    // Start at the current value. The empty choice is at index 0.
    setAt(value === null ? 0 : choices.findIndex((choice) => choice.value === value) + 1)
  }
  const pick = (choice: Choice<Value> | null | undefined): void => {
    if (choice === undefined) return
    close()
    const chosen = choice?.value ?? null
    if (chosen !== value) onChoose(chosen)
  }
  const walk = (by: number): void => {
    if (!open) begin()
    else if (found.length > 0) setAt(Math.max(0, Math.min(found.length - 1, current + by)))
  }
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    if (step !== undefined) walk(step)
    else if (isEarly && event.key === "Enter") {
      onRetry?.()
      if (onEarly === undefined) setEarly("enter")
      else {
        onEarly(typed)
        setTyped("")
      }
    } else if (open && event.key === "Enter") pick(found[current])
    else if (open && event.key === "Escape") close()
    else return
    event.preventDefault()
  }
  /** Picks the choice whose full name was typed. Any other text leaves the value unchanged. */
  const leave = (): void => {
    if (typed === null) return
    if (isEarly) return setEarly(early ?? "left")
    const called = typed.trim() === "" ? undefined : choiceCalled(choices, typed)
    if (called === undefined) close()
    else pick(called)
  }
  useEffect(() => {
    if (loading || early === null) return
    // A blur still picks the typed name if the list loads later; an Enter applies only to this attempt.
    if (failed && early === "left") return
    setEarly(null)
    if (failed) return
    if (early === "enter") pick(found[current])
    else leave()
  }, [loading, failed, early])
  return (
    <div
      className="combobox"
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || leave()}
    >
      <label htmlFor={id} className={labelHidden ? "hidden" : undefined}>
        {label}
      </label>
      <input
        id={id}
        ref={field}
        type="text"
        role="combobox"
        className="input"
        placeholder={open && value !== null ? shown : none}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        aria-expanded={listed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={listed ? `${id}-${current}` : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        data-begun={(begun && listed) || isEarly ? "" : undefined}
        title={open ? undefined : shown}
        value={typed ?? shown}
        onClick={begin}
        onChange={({ target }) => {
          // A key typed into a closed field replaces the shown name.
          if (!open) onRetry?.()
          setTyped(open ? target.value : textAdded(shown, target.value))
          setAt(0)
          setEarly(null)
        }}
        onKeyDown={press}
        onFocus={({ target }) => target.select()}
      />
      <div
        id={`${id}-list`}
        ref={list}
        role="listbox"
        // Scrollable elements are tab stops by default.
        tabIndex={-1}
        aria-label={listLabel}
        className="combobox-list"
        hidden={!listed}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop / fontScale())}
        // Keep the focus in the field, even while the list is scrolled.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div role="presentation" style={{ height: inRem(`${found.length * rowHeight}px`) }}>
          {seen.map((choice, nth) => {
            const place = first + nth
            return (
              <div
                key={choice?.value ?? "none"}
                id={`${id}-${place}`}
                role="option"
                className="combobox-row"
                style={{ top: inRem(`${place * rowHeight}px`) }}
                aria-selected={place === current}
                aria-setsize={found.length}
                aria-posinset={place + 1}
                title={choice?.label}
                onClick={() => pick(choice)}
              >
                {choice === null ? none : shownAs(choice.label)}
              </div>
            )
          })}
        </div>
      </div>
      <p className="hidden" role="status">
        {!open || failed
          ? ""
          : loading
            ? "Loading\u2026"
            : matchesText(found.filter((choice) => choice !== null).length)}
      </p>
      {open && found.length === 0 && !failed ? (
        <p className="combobox-empty muted">{loading ? "Loading\u2026" : "No matches."}</p>
      ) : null}
    </div>
  )
}

/** The text typed into a field that showed a name, without that name if it is still complete. */
const textAdded = (shown: string, text: string): string =>
  shown !== "" && text.startsWith(shown) ? text.slice(shown.length) : text

const matchesText = (count: number): string =>
  count === 0 ? "No matches" : `${countText(count)} ${count === 1 ? "match" : "matches"}`
