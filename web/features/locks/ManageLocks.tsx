import "./locks.css"
import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo, useRef, useSyncExternalStore } from "react"
import { naturally } from "#web/app/naturally.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useAddressText } from "#web/app/useAddressText.ts"
import { lockList } from "#web/sync/LockList.ts"
import { List } from "#web/ui/List.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { lockCard, lockColumns, type LockRow } from "./lockColumns.tsx"
import { LockFacts } from "./LockFacts.tsx"
import { openLock } from "./LockLink.tsx"
import { lockRows } from "./lockRows.ts"

const actions = ["locks.show", "locks.reveal", "locks.log"] as const

const peek = ({ lockID, serialCode }: LockRow) => {
  const lock = lockList.lockOf(lockID)
  return lock === undefined ? <Serial code={serialCode} /> : <LockFacts lock={lock} />
}

const number = new Intl.NumberFormat("en-US")

/** Every lock at a facility, from the synced list. */
export const ManageLocks = () => {
  const user = useSignedInUser()
  const { phase, revision } = useSyncExternalStore(lockList.subscribe, lockList.state)
  const facilities = useQuery(facilitiesQuery())
  const [text, setText] = useAddressText("search")
  const [facility, setFacility] = useAddressText("facilityID")
  const field = useRef<HTMLInputElement>(null)
  const wanted = useDeferredValue(text)
  const facilityID = /^\d+$/.test(facility) ? Number(facility) : null
  const { index } = lockList
  const rows = useMemo(
    () => lockRows(index, { facilityID, text: wanted }),
    // The index changes in place; its revision says when.
    [index, revision, facilityID, wanted]
  )
  const columns = useMemo(() => lockColumns(user), [user])
  const sorted = (facilities.data ?? []).toSorted((a, b) => naturally(a.facilityName, b.facilityName))
  return (
    <>
      <div className="toolbar">
        <label htmlFor="facility" className="hidden">
          Facility
        </label>
        <select id="facility" className="select" value={facility} onChange={(event) => setFacility(event.target.value)}>
          <option value="">All facilities</option>
          {sorted.map(({ facilityID: id, facilityName }) => (
            <option key={id} value={id}>
              {facilityName}
            </option>
          ))}
        </select>
        <SearchField label="Search Serial Code or Unit" text={text} onText={setText} field={field} />
        <p className="toolbar-note muted" role="status">
          {phase === "empty" || phase === "loading"
            ? ""
            : rows.count === 1
              ? "1 lock"
              : `${number.format(rows.count)} locks`}
        </p>
      </div>
      <List
        label="Locks"
        rows={rows}
        columns={columns}
        card={lockCard}
        nameOf={({ serialCode }) => `Lock ${serialCode.slice(0, 4)} ${serialCode.slice(4)}`}
        onOpen={({ lockID }) => openLock(lockID)}
        peek={peek}
        lockOf={({ lockID }) => lockList.lockOf(lockID) ?? null}
        actions={actions}
        filter={field}
        empty={
          <ListEmpty
            loading={phase === "loading"}
            error={null}
            hint={emptyHint(phase === "empty", wanted !== "" || facilityID !== null)}
          />
        }
      />
    </>
  )
}

const emptyHint = (unloaded: boolean, narrowed: boolean): string => {
  if (unloaded) return "The locks could not be loaded. They come as soon as the server answers."
  return narrowed
    ? "No lock here has this in its serial code or unit. Change the search or the facility."
    : "No lock is at a facility yet. Activate the first one: lockdesk locks activate."
}
