import "./UnitField.css"
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react"
import { sameUnit, unitKey } from "#core/base/unitName.ts"
import { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { Unit } from "#core/units/Unit.ts"
import { composes } from "#web/keyboard/chord.ts"
import { useScanned } from "#web/ui/useScanned.ts"
import { FieldLabel } from "./FieldLabel.tsx"

interface UnitFieldProps {
  readonly value: string
  readonly onText: (text: string) => void
  /** Units to choose from; null if there are none and the unit is only typed. */
  readonly choices: ReadonlyArray<Unit> | null
  readonly disabled: boolean
  readonly issue: string | undefined
  /** IDs of the elements that describe it. */
  readonly describedBy: string
  readonly field: RefObject<HTMLInputElement | null>
}

/** Most choices to render; typing finds the rest. */
const shownAtOnce = 200

const statusWord = (unit: Unit): string => (unit.status === UnitStatus.id.Default ? "" : UnitStatus.label(unit.status))

/** Unit of a lock: typed freely, with the facility's units as suggestions. */
export const UnitField = (props: UnitFieldProps) => {
  const { value, onText, choices, disabled, issue, describedBy, field } = props
  const id = useId()
  const listId = useId()
  const [open, setOpen] = useState(false)
  /** Only text typed since the list was opened filters it; the initial value doesn't. */
  const [typed, setTyped] = useState(false)
  const [at, setAt] = useState(-1)
  const wanted = unitKey(value)
  const found = (choices ?? []).filter(({ name }) => !typed || unitKey(name).includes(wanted))
  const shown = found.slice(0, shownAtOnce)
  const listed = choices !== null && open && !disabled
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" })
  }, [listId, at])
  const close = (): void => {
    setOpen(false)
    setTyped(false)
    setAt(-1)
  }
  const choose = (unit: Unit): void => {
    onText(unit.name)
    close()
  }
  const scan = useScanned(onText)
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    scan(event)
    if (choices === null || composes(event.nativeEvent)) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!open) {
        setOpen(true)
        return setAt(shown.findIndex(({ name }) => sameUnit(name, value)))
      }
      const next = shown.length === 0 ? -1 : (at + step + shown.length) % shown.length
      setAt(at === -1 && step === -1 ? shown.length - 1 : next)
    } else if (event.key === "Enter" && listed) {
      // Enter picks the choice without submitting the form.
      event.preventDefault()
      const unit = shown[at]
      if (unit === undefined) close()
      else choose(unit)
    }
  }
  return (
    <div className="field unit-field">
      <FieldLabel htmlFor={id} command="locks.setUnit">
        Unit
      </FieldLabel>
      <input
        id={id}
        ref={field}
        className="input"
        value={value}
        maxLength={40}
        autoComplete="off"
        disabled={disabled}
        aria-invalid={issue !== undefined}
        aria-describedby={describedBy}
        {...(choices === null
          ? {}
          : {
              role: "combobox",
              "aria-autocomplete": "list" as const,
              "aria-expanded": listed,
              "aria-controls": listId,
              "aria-activedescendant": listed && at >= 0 ? `${listId}-${at}` : undefined
            })}
        onChange={({ target }) => {
          onText(target.value)
          setOpen(true)
          setTyped(true)
          setAt(-1)
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKey}
      />
      {choices === null ? null : (
        <div className="unit-list" hidden={!listed}>
          <ul id={listId} role="listbox" aria-label="Units">
            {shown.map((unit, nth) => (
              <li
                key={unit.id}
                id={`${listId}-${nth}`}
                role="option"
                aria-selected={nth === at}
                className="unit-choice"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(unit)}
              >
                <span>{unit.name}</span>
                <span className="muted">{statusWord(unit)}</span>
              </li>
            ))}
          </ul>
          {found.length > shown.length ? (
            <p className="unit-note muted">{found.length - shown.length} more. Keep typing to find them.</p>
          ) : found.length === 0 ? (
            <p className="unit-note muted">
              {choices.length === 0 ? "No units are available for this status." : "No unit with that name."}
            </p>
          ) : null}
        </div>
      )}
    </div>
  )
}
