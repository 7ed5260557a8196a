import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { returnChoices, type ReturnStatus } from "./returnMarks.ts"
import type { ReturnRow } from "./returnRows.ts"

interface ReturnRowViewProps {
  readonly id: string
  readonly row: ReturnRow
  readonly place: number
  /** Draw a card, because there is no room for columns. */
  readonly card: boolean
  readonly shows: { readonly updatedBy: boolean }
  readonly current: boolean
  readonly selected: boolean
  /** The status whose digit was just pressed, or null. */
  readonly armed: ReturnStatus | null
  /** The server rejected this lock. */
  readonly wrong: boolean
  /** Why nothing can be marked, or null. */
  readonly refused: string | null
}

/** Accessible name of a row. */
export const rowName = ({ lock, lockID }: ReturnRow): string =>
  lock === null ? `Lock #${lockID}` : `Lock ${lock.serialCode.slice(0, 4)} ${lock.serialCode.slice(4)}`

/** What the user needs to know about a row before sending, or null. */
const noteOf = ({ lock, since }: ReturnRow, wrong: boolean): string | null => {
  if (since === "gone") {
    if (lock === null) return "No longer here. Not included."
    const status = lock.secondaryLockStatus === undefined ? "" : `now ${LockStatus.label(lock.secondaryLockStatus)}, `
    return `Not included: ${status}at ${lock.facilityName ?? "no facility"}.`
  }
  if (since === "changed") return "Changed since you marked it."
  return wrong ? "Something went wrong with this lock." : null
}

/** A returned lock with its four buttons. A key marks the current row, a button marks its own row. */
export const ReturnRowView = (props: ReturnRowViewProps) => {
  const { id, row, place, card, shows, current, selected, armed, wrong, refused } = props
  const { lock } = row
  const note = noteOf(row, wrong)
  const serial = (
    <>
      {lock === null ? null : <LockColor color={lock.color} named={false} />}
      {lock === null ? <span>{rowName(row)}</span> : <Serial code={lock.serialCode} />}
      {note === null ? null : <span className="return-note">{note}</span>}
    </>
  )
  const unit = lock?.unitNumber ?? <span className="faint">--</span>
  const combination = lock === null ? <span className="faint">--</span> : <Combination lock={lock} />
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={selected}
      className={`return-row${card ? " stacked" : ""}${current ? " current" : ""}${selected ? " selected" : ""}`}
    >
      <div role="gridcell" className="return-serial">
        {serial}
      </div>
      <div role="gridcell" className="return-cell">
        {combination}
      </div>
      <div role="gridcell" className="return-cell">
        {card && lock?.unitNumber != null ? <>unit {unit}</> : unit}
      </div>
      {shows.updatedBy ? (
        <div role="gridcell" className="return-cell">
          {lock?.updatedBy ?? <span className="faint">--</span>}
        </div>
      ) : null}
      <div role="gridcell" className="return-choices">
        {returnChoices.map(({ status, word, command }) => (
          <ToggleButton
            key={status}
            command={command}
            given={{ input: { lockID: row.lockID } }}
            pressed={row.mark?.status === status}
            armed={armed === status}
            label={`${word}: ${rowName(row)}`}
            refused={refused}
            inTab={current}
          >
            {word}
          </ToggleButton>
        ))}
      </div>
    </div>
  )
}
