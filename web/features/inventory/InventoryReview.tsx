import "./inventory.css"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { lockName } from "#core/base/serialText.ts"
import { countText } from "#core/base/countText.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { lockList } from "#web/sync/LockList.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { assignChosen } from "./assignChosen.ts"
import type { Assignment } from "./assignPieces.ts"
import { type ChosenLock, conflictOf } from "./ChosenLock.ts"
import { chosenLocks } from "./chosenLocks.ts"
import { CombinationOf } from "./LockCells.tsx"
import { reviewCard, reviewColumns, type ReviewedLock } from "./reviewColumns.tsx"

const noFacility = "Please select a facility first"

const listPath = routeOf("locks.inventory").path

/** Current state of the selected locks. Until the list has loaded, none has a conflict. */
const useReviewed = (chosen: ReadonlyArray<ChosenLock>): ReadonlyArray<ReviewedLock> => {
  const { phase, revision } = useSyncExternalStore(lockList.subscribe, lockList.state)
  const { index } = lockList
  const known = phase === "current" || phase === "stale"
  return useMemo(
    () =>
      chosen.map((each) => {
        const lock = lockList.lockOf(each.lockID)
        return {
          ...each,
          now: lock?.secondaryLockStatus ?? each.status,
          conflict: known ? conflictOf(each, lock) : null
        }
      }),
    [chosen, index, revision, known]
  )
}

const idOf = ({ lockID }: ReviewedLock): number => lockID
const peek = (lock: ReviewedLock) => <CombinationOf lockID={lock.lockID} />
const firstSort = { column: "serialCode", desc: false }

/** Review of the selected locks before they are assigned to a facility (001 §2, §5). */
export const InventoryReview = () => {
  const chosen = useSyncExternalStore(chosenLocks.subscribe, chosenLocks.get)
  const reviewed = useReviewed(chosen)
  const [facilityID, setFacilityID] = useState<FacilityId | null>(null)
  const [progress, setProgress] = useState<Assignment | null>(null)
  const navigate = useNavigate()
  const conflicts = reviewed.filter(({ conflict }) => conflict !== null)
  const source = useArrayRows({ items: reviewed, idOf, columns: reviewColumns })
  const back = (): void => void navigate({ to: listPath })
  // Nothing to review: the user opened the URL directly.
  useEffect(() => {
    if (chosenLocks.get().length === 0) void navigate({ to: listPath, replace: true })
  }, [])

  const remove = ({ lock, input }: Given<"inventory.remove">): void => {
    if (progress !== null) return
    const marked = input?.marked === true ? new Set(conflicts.map(idOf)) : null
    const lockID = Number(input?.lockID ?? (lock ?? center.lock)?.lockID)
    chosenLocks.set(chosen.filter((each) => (marked === null ? each.lockID !== lockID : !marked.has(each.lockID))))
  }
  const assign = async (): Promise<void> => {
    if (chosen.length === 0 || progress !== null) return
    if (facilityID === null) return toast("warning", noFacility)
    setProgress({ done: 0, of: chosen.length, left: [] })
    const all = await assignChosen(facilityID, setProgress)
    setProgress(null)
    if (all && location.pathname === routeOf("locks.review").path) back()
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "inventory.assignSelected": () => void assign(),
      "inventory.cancel": () => {
        if (progress !== null) return
        chosenLocks.set([])
        back()
      },
      "form.submit": () => void center.perform("inventory.assignSelected")
    }
  })
  useCommands({ scope: "lists", handlers: { "inventory.remove": remove } })

  const notYet =
    progress !== null
      ? "Assigning…"
      : chosen.length === 0
        ? "Select at least one lock."
        : facilityID === null
          ? noFacility
          : null
  return (
    <>
      <p className="review-intro">Review the selected locks, choose a facility and assign them.</p>
      <p className={conflicts.length === 0 ? "hidden" : "review-conflicts"} role="status">
        {conflicts.length === 0 ? null : (
          <>
            <span>
              {conflicts.length === 1
                ? "1 marked lock can't be assigned."
                : `${countText(conflicts.length)} marked locks can't be assigned.`}
            </span>
            <CommandButton command="inventory.remove" given={{ input: { marked: true } }} showKeys={false}>
              Remove marked locks
            </CommandButton>
          </>
        )}
      </p>
      <Grid
        list="inventoryReview"
        label="Selected locks"
        nouns={["lock", "locks"]}
        columns={reviewColumns}
        source={source}
        card={reviewCard}
        nameOf={lockName}
        peek={peek}
        lockOf={({ lockID }) => lockList.lockOf(lockID) ?? null}
        firstSort={firstSort}
        firstCount={50}
        hint={() => "No locks selected. Go back to select some."}
        at={null}
      />
      <div className="review-place">
        <FacilityPicker label="Facility" value={facilityID} onChoose={setFacilityID} disabled={progress !== null} />
      </div>
      <p className={progress === null ? "hidden" : "review-progress"} role="status">
        {progress === null ? null : (
          <>
            <progress aria-label="Locks assigned" value={progress.done} max={progress.of} />
            Assigning: {countText(progress.done)} of {countText(progress.of)}
          </>
        )}
      </p>
      <p className="review-do">
        <CommandButton command="inventory.cancel">Cancel</CommandButton>
        <CommandButton command="inventory.assignSelected" sends look="primary" notYet={notYet}>
          Assign to Facility
        </CommandButton>
        <CommandButton command="go.locks.inventory">Back to Select Locks</CommandButton>
      </p>
    </>
  )
}
