import "./locks.css"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useSyncExternalStore } from "react"
import { lockName } from "#core/base/serialText.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { rememberFacility, selectedFacility } from "#web/app/selectedFacility.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { read, write } from "#web/app/storage.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { forgetFilters } from "#web/grid/gridMemory.ts"
import { Grid } from "#web/grid/Grid.tsx"
import { lockInRow, lockList } from "#web/sync/LockList.ts"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { lockCard, lockColumns, type LockRow } from "./lockColumns.tsx"
import { LockFacts } from "./LockFacts.tsx"
import { openLock } from "./LockLink.tsx"
import { useLockSource } from "./useLockSource.ts"

const actions = [
  "locks.show",
  "locks.reveal",
  "locks.setStatus",
  "locks.setUnit",
  "locks.setColor",
  "locks.transfer",
  "locks.log"
] as const

/** Commands in the selection bar (001 §2 has each for single locks). */
const bulk = [["locks.setStatus"], ["locks.setUnit"], ["locks.setColor"], ["locks.transfer"]] as const

/** Other tabs of the area. Opening one of them resets the filters (001 §2). */
const otherTabs: ReadonlySet<string> = new Set(
  (["locks.inventory", "locks.activate", "locks.returned"] as const).map((id) => routeOf(id).path)
)

const at = "/signed-in/locks/manage_locks"

const peek = ({ lockID, serialCode }: LockRow) => {
  const lock = lockList.lockOf(lockID)
  return lock === undefined ? <Serial code={serialCode} /> : <LockFacts lock={lock} />
}

const lockByID = (id: number) => lockInRow(id)

const keepSearch = (text: string): void => write("lockSearch", text === "" ? null : text)

/** All locks at facilities, from the synced list. */
export const ManageLocks = () => {
  const user = useSignedInUser()
  const state = useSyncExternalStore(lockList.subscribe, lockList.state)
  const facilities = useQuery(facilitiesQuery())
  const [facility, setFacility] = useSearchValue(at, "facilityID", selectedFacility() ?? undefined)
  // Ignore a facility that is gone or that this user can no longer see.
  const known = facilities.data?.some(({ facilityID }) => facilityID === facility) ?? true
  const facilityID = facility !== undefined && known ? facility : null
  const source = useLockSource(state, user, facilityID)
  const columns = useMemo(() => lockColumns(user), [user])
  useEffect(() => () => (otherTabs.has(location.pathname) ? forgetFilters() : undefined), [])
  return (
    <Grid
      at={at}
      list="locks"
      label="Locks"
      nouns={["lock", "locks"]}
      columns={columns}
      source={source}
      card={lockCard}
      nameOf={lockName}
      onOpen={({ lockID }) => openLock(lockID)}
      peek={peek}
      lockOf={({ lockID }) => lockList.lockOf(lockID) ?? null}
      lockByID={lockByID}
      bulk={bulk}
      copied={({ serialCode }) => serialCode}
      actions={actions}
      selectable
      searchLabel="Search Serial Code or Unit"
      firstSearch={read("lockSearch") ?? ""}
      onSearch={keepSearch}
      scope={facilityID === null ? noScope : { facilityID: String(facilityID) }}
      hint={({ search, filters }) => emptyHint(search !== "" || facilityID !== null || Object.keys(filters).length > 0)}
      more={
        <FacilityPicker
          label="Facility"
          labelHidden
          inactive
          none="All facilities"
          value={facilityID}
          onChoose={(id) => {
            setFacility(id ?? undefined)
            rememberFacility(id)
          }}
        />
      }
    />
  )
}

const noScope = {}

const emptyHint = (narrowed: boolean): string =>
  narrowed
    ? "No locks match your search and filters. Change the search, the filters or the facility."
    : "No locks at your facilities yet. To activate one, press g a or run lockdesk locks activate."
