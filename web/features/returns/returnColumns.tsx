import { createContext, use } from "react"
import { lockName } from "#core/base/serialText.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { Kbd } from "#web/ui/Kbd.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { type ReturnChoice, returnChoices } from "./returnMarks.ts"
import type { ReturnRow } from "./returnRows.ts"
import type { ArmedReturns } from "./useReturnKeys.ts"

/** What cells show in addition to their row. A context, because a row renders again only when its lock or mark changes. */
interface Marking {
  /** The current row. Only its buttons are tab stops. */
  readonly current: number | null
  readonly armed: ArmedReturns
  /** Locks the server rejected. */
  readonly wrong: ReadonlySet<number>
  /** Why nothing can be marked, or null. */
  readonly refused: string | null
}

export const Marking = createContext<Marking>({
  current: null,
  armed: { status: null, lockIDs: new Set() },
  wrong: new Set(),
  refused: null
})

/** Accessible name of a row. */
export const rowName = ({ lock, lockID }: ReturnRow): string => (lock === null ? `Lock #${lockID}` : lockName(lock))

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

const none = <span className="faint">--</span>

const Name = ({ row }: { readonly row: ReturnRow }) =>
  row.lock === null ? (
    <span>{rowName(row)}</span>
  ) : (
    <>
      <LockColor color={row.lock.color} named={false} /> <Serial code={row.lock.serialCode} />
    </>
  )

const Note = ({ row }: { readonly row: ReturnRow }) => {
  const note = noteOf(row, use(Marking).wrong.has(row.lockID))
  return note === null ? null : <span className="return-note">{note}</span>
}

const CombinationOf = ({ row: { lock } }: { readonly row: ReturnRow }) =>
  lock === null ? none : <Combination lock={lock} />

const Choices = ({ row }: { readonly row: ReturnRow }) => {
  const { current, armed, refused } = use(Marking)
  return (
    <div role="group" aria-label={`New status of ${rowName(row)}`} className="return-choices">
      {returnChoices.map(({ status, word, command }) => (
        <ToggleButton
          key={status}
          command={command}
          given={{ input: { lockID: row.lockID } }}
          pressed={row.mark?.status === status}
          armed={armed.status === status && armed.lockIDs.has(row.lockID)}
          label={`${word}: ${rowName(row)}`}
          refused={refused}
          inTab={row.lockID === current}
        >
          {word}
        </ToggleButton>
      ))}
    </div>
  )
}

/** Title of a button, with its key. */
const ChoiceTitle = ({ choice }: { readonly choice: ReturnChoice }) => {
  const [keys] = useKeysOf(choice.command)
  return (
    <span>
      {choice.word} {keys === undefined ? null : <Kbd keys={keys} />}
    </span>
  )
}

export const returnColumns: ReadonlyArray<ListColumn<ReturnRow>> = [
  {
    id: "serialCode",
    title: "Serial Code",
    track: "minmax(120px, 1.4fr)",
    cell: (row) => (
      <>
        <Name row={row} />
        <Note row={row} />
      </>
    )
  },
  {
    id: "combination",
    title: "Combination",
    track: "minmax(78px, 0.4fr)",
    cell: (row) => <CombinationOf row={row} />
  },
  { id: "unit", title: "Unit", track: "minmax(52px, 0.4fr)", cell: ({ lock }) => lock?.unitNumber ?? none },
  {
    id: "updatedBy",
    title: "Updated By",
    track: "minmax(104px, 0.7fr)",
    from: 860,
    cell: ({ lock }) => lock?.updatedBy ?? none
  },
  {
    id: "choices",
    title: "New status",
    head: (
      <span className="return-choices">
        {returnChoices.map((choice) => (
          <ChoiceTitle key={choice.status} choice={choice} />
        ))}
      </span>
    ),
    track: "minmax(370px, 406px)",
    cell: (row) => <Choices row={row} />
  }
]

/** Height of a card in pixels: the lock, a note, and buttons as tall as a finger. */
export const returnCardHeight = 126

export const returnCard = (row: ReturnRow) => (
  <>
    <p>
      <Name row={row} />
      <CombinationOf row={row} />
      {row.lock?.unitNumber == null ? null : <span>unit {row.lock.unitNumber}</span>}
    </p>
    <Note row={row} />
    <Choices row={row} />
  </>
)

/** The facts about a returned lock. */
export const returnPeek = (row: ReturnRow) => (
  <Facts
    facts={{
      "Serial Code": row.lock?.serialCode,
      Unit: row.lock?.unitNumber,
      "Updated By": row.lock?.updatedBy,
      "New status": returnChoices.find(({ status }) => status === row.mark?.status)?.word,
      Note: noteOf(row, false)
    }}
  />
)
