import { useNavigate } from "@tanstack/react-router"
import { memo, useEffect, useState, useSyncExternalStore } from "react"
import { lockName } from "#core/base/serialText.ts"
import { countText } from "#core/base/countText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { lockColorColumn } from "#web/grid/lockColorColumn.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { lockInRow, lockList } from "#web/sync/LockList.ts"
import { Combination } from "#web/ui/Combination.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { type ListPlace, nowhere } from "#web/ui/listPlace.ts"
import { Status } from "#web/ui/Status.tsx"
import { chosenLocks } from "./chosenLocks.ts"
import { chosenOf } from "./chosenOf.ts"
import { useInventorySource } from "./useInventorySource.ts"
import { LockCard, SerialWithDot } from "./LockCells.tsx"

const columns: ReadonlyArray<GridColumn<Lock>> = [
  lockColorColumn,
  {
    id: "serialCode",
    title: "Serial Code",
    value: ({ serialCode }) => serialCode,
    cell: (lock) => <SerialWithDot {...lock} />,
    searched: true,
    hideable: false,
    width: 150
  },
  {
    id: "combination",
    title: "Combination",
    cell: (lock) => <Combination lock={lock} />,
    sortable: false,
    filterable: false,
    width: 120
  },
  {
    id: "status",
    title: "Status",
    kind: "choice",
    choices: LockStatus.rows.map(({ label }) => ({ value: label, label })),
    value: ({ secondaryLockStatus: status }) => (status === undefined ? null : LockStatus.label(status)),
    cell: ({ secondaryLockStatus }) => <Status status={secondaryLockStatus} />,
    width: 190
  }
]

/** Searched like a column, although inventory locks usually have no unit. */
const unit: GridColumn<Lock> = {
  id: "unit",
  title: "Unit",
  value: ({ unitNumber }) => unitNumber,
  searched: true,
  width: 80
}

const searchedColumns = [...columns, unit]

const card = (lock: Lock) => <LockCard {...lock} status={lock.secondaryLockStatus} />

const peek = (lock: Lock) => (
  <Facts
    facts={{
      "Serial Code": <SerialWithDot {...lock} />,
      Combination: <Combination lock={lock} />,
      Status: <Status status={lock.secondaryLockStatus} />
    }}
  />
)

const open = (lock: Lock): void => {
  center.perform("locks.show", { lock, input: { lockID: lock.lockID } })
}

const itself = (lock: Lock): Lock => lock

const scope = { inventory: "true" }
const firstSort = { column: "serialCode", desc: false }
const bulk = [["inventory.assign"], ["locks.setStatus"], ["locks.setColor"]] as const
const lockByID = (id: number): Lock | undefined => lockInRow(id)
const actions = ["locks.show", "inventory.assign", "locks.reveal", "locks.log"] as const

/** Selectable locks without a facility (001 §2). Requires the permission to activate locks. */
export const InventoryLocks = () => {
  const may = useAvailability("inventory.review")
  return may.allowed ? (
    <ChooseLocks />
  ) : (
    <p role="alert" className="card inventory-refused">
      {may.words.error} {may.words.next}
    </p>
  )
}

/**
 * Separate and memoized: the grid publishes its selection on every render, which re-renders the permission check above.
 */
const ChooseLocks = memo(() => {
  const state = useSyncExternalStore(lockList.subscribe, lockList.state)
  const navigate = useNavigate()
  const [where, setWhere] = useState<ListPlace>(() => ({
    ...nowhere,
    selected: new Set(chosenLocks.get().map(({ lockID }) => lockID))
  }))
  useEffect(() => chosenLocks.set(chosenOf(where.selected, chosenLocks.get())), [where.selected])
  const chosen = useSyncExternalStore(chosenLocks.subscribe, chosenLocks.get)
  const source = useInventorySource(state, searchedColumns)
  const review = (): void => void navigate({ to: routeOf("locks.review").path })
  useCommands({
    scope: "anywhere",
    handlers: {
      "inventory.review": () => (chosen.length === 0 ? undefined : review()),
      "form.submit": () => void center.perform("inventory.review")
    }
  })
  return (
    <>
      <p className="inventory-do">
        <CommandButton
          command="inventory.review"
          sends
          look="primary"
          notYet={chosen.length === 0 ? "Select at least one lock." : null}
        >
          Assign Selected Locks
        </CommandButton>
        <span className="muted">
          {chosen.length === 0 ? "No locks selected." : `${countText(chosen.length)} selected`}
        </span>
      </p>
      <Grid
        at="/signed-in/locks/inventory"
        list="inventory"
        label="Inventory locks"
        nouns={["lock", "locks"]}
        columns={columns}
        source={source}
        card={card}
        nameOf={lockName}
        peek={peek}
        onOpen={open}
        lockOf={itself}
        lockByID={lockByID}
        bulk={bulk}
        copied={({ serialCode }) => serialCode}
        actions={actions}
        selectable
        where={where}
        onWhere={setWhere}
        searchLabel="Search Serial Code or Unit"
        scope={scope}
        firstSort={firstSort}
        hint={hint}
      />
    </>
  )
})

const hint = ({ search, filters }: GridQuery): string =>
  search !== "" || Object.keys(filters).length > 0
    ? "No locks match your search and filters."
    : "No locks in the inventory. All your locks are at facilities."
