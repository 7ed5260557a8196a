import { useQuery } from "@tanstack/react-query"
import { countText } from "#core/base/countText.ts"
import { type KeyboardEvent, useEffect, useId, useState } from "react"
import { parse } from "#core/base/search/searchGrammar.ts"
import { fatalProblem } from "#core/commands/searchProblems.ts"
import { unknownFacility } from "#core/commands/unknownFacility.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { failureText } from "#web/app/failures.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { composes } from "#web/keyboard/chord.ts"
import { lockList } from "#web/sync/LockList.ts"
import { Serial } from "#web/ui/Serial.tsx"
import { Status } from "#web/ui/Status.tsx"
import { isSearched, useQuickSearch } from "./useQuickSearch.ts"

interface QuickSearchBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onPick: (lock: Lock) => void
}

const typedSerial = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, "")
  return /^\d{8}$/.test(digits) ? digits : null
}

/** A search field with its results below. Enter takes the typed serial code whatever is listed. */
export const QuickSearchBox = ({ text, onText, onPick }: QuickSearchBoxProps) => {
  const result = useQuickSearch(text)
  const [open, setOpen] = useState(false)
  // Keep the lock and not its index, so that later results don't move the selection.
  const [chosen, setChosen] = useState<number | null>(null)
  const list = useId()
  const [waitsFor, setWaitsFor] = useState<string | null>(null)
  const facilities = useQuery(facilitiesQuery())
  const problem =
    fatalProblem(parse(text)) ??
    (result.total === 0 && !result.busy ? unknownFacility(text, facilities.data ?? []) : undefined)
  const shown = open && isSearched(text) && result.text === text.trim()
  const at = result.locks.findIndex(({ lockID }) => lockID === chosen)

  const pick = (lock: Lock): void => {
    setOpen(false)
    setChosen(null)
    setWaitsFor(null)
    onPick(lock)
  }
  useEffect(() => {
    if (waitsFor === null || result.busy || result.text !== text.trim()) return
    setWaitsFor(null)
    const found = result.locks.find(({ serialCode }) => serialCode === waitsFor)
    if (found !== undefined) pick(found)
  })
  const enter = (): void => {
    const serial = typedSerial(text)
    const exact =
      serial === null
        ? undefined
        : (lockList.bySerial(serial) ?? result.locks.find(({ serialCode }) => serialCode === serial))
    const lock = chosen !== null && shown ? result.locks[at] : exact
    if (lock !== undefined) pick(lock)
    else if (serial !== null) setWaitsFor(serial)
    else if (shown && result.locks[0] !== undefined) pick(result.locks[0])
  }
  const step = (by: number): void => {
    setOpen(true)
    const { length } = result.locks
    if (length > 0) setChosen(result.locks[(at + by + (at === -1 && by < 0 ? 1 : 0) + length) % length]?.lockID ?? null)
  }
  const press = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: enter
    }
    const act = keys[event.key]
    if (act === undefined || composes(event.nativeEvent)) return
    event.preventDefault()
    act()
  }
  return (
    <div
      className="quick"
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <input
        type="text"
        role="combobox"
        className="input quick-input"
        aria-label="Search Serial Code or Unit"
        placeholder="Search Serial Code or Unit"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && at !== -1 ? `${list}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setOpen(true)
          setChosen(null)
          setWaitsFor(null)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Locks found"
        className="quick-list"
        hidden={!shown || result.locks.length === 0}
      >
        {shown
          ? result.locks.map((lock) => (
              <Found
                key={lock.lockID}
                id={`${list}-${lock.lockID}`}
                lock={lock}
                chosen={lock.lockID === chosen}
                onPick={pick}
              />
            ))
          : null}
      </div>
      <p role="status" className={shown ? "quick-count faint" : "hidden"}>
        {shown ? (problem ?? status(result)) : ""}
      </p>
    </div>
  )
}

const status = ({ locks, total, busy, error }: ReturnType<typeof useQuickSearch>): string => {
  if (error !== null) return failureText(error)
  if (busy) return "Searching ..."
  if (total === 0) return "No matching locks. Check the digits on the lock."
  return locks.length < total
    ? `Showing ${locks.length} of ${countText(total)}. Keep typing to narrow it down.`
    : `${countText(total)} found`
}

interface FoundProps {
  readonly id: string
  readonly lock: Lock
  readonly chosen: boolean
  readonly onPick: (lock: Lock) => void
}

const Found = ({ id, lock, chosen, onPick }: FoundProps) => {
  const { unitNumber, facilityName, secondaryLockStatus } = lock
  const place = [unitNumber === null ? null : `unit ${unitNumber}`, facilityName]
    .filter((part) => part !== null)
    .join(", ")
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className="quick-row"
      data-command="locks.find"
      ref={(row) => (chosen ? row?.scrollIntoView({ block: "nearest" }) : undefined)}
      // Keep the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(lock)}
    >
      <Serial code={lock.serialCode} />
      {secondaryLockStatus === undefined ? null : <Status status={secondaryLockStatus} />}
      <span className="muted">{place}</span>
    </div>
  )
}
