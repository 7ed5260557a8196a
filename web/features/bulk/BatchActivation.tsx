import "./bulk.css"
import { useEffect, useState } from "react"
import type { FacilityId, JobId } from "#core/base/ids.ts"
import { activateBatch } from "#core/commands/jobCommands.ts"
import type { BulkLock } from "#core/jobs/Job.ts"
import { batchSource, jobName } from "#core/jobs/jobWords.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { rememberFacility, selectedFacility } from "#web/app/selectedFacility.ts"
import { shownHere, toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { planUndo } from "#web/app/selectionJobs.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { BatchActivating } from "./BatchActivating.tsx"
import { BatchResult } from "./BatchResult.tsx"
import { BatchSelection } from "./BatchSelection.tsx"
import { BatchSupport } from "./BatchSupport.tsx"

/** The outcome of a batch. */
export interface BatchOutcome {
  readonly jobID: JobId | null
  readonly successLocks: ReadonlyArray<BulkLock>
  readonly unchangedLocks: ReadonlyArray<BulkLock>
  readonly errorLocks: ReadonlyArray<BulkLock>
}

type View =
  | { readonly kind: "selection" }
  | { readonly kind: "activating" }
  | { readonly kind: "result" | "support"; readonly outcome: BatchOutcome }

/** Activates all locks of a box: choose the destination, wait, see the result, contact support (001 §2 and §4). */
export const BatchActivation = ({ batchID }: { readonly batchID: string }) => {
  useTitle(`Bulk activation of ${batchID}`)
  const [shown, setView] = useKeptState<View>("batch")
  const view: View = shown ?? { kind: "selection" }
  const [facilityID, setFacility] = useState(selectedFacility)
  const [toInventory, setToInventory] = useState(false)

  /** How the server's notification about the result begins. This screen shows the result itself, unless the user leaves it. */
  const result = `${jobName({ kind: "activate", source: batchSource(batchID) })}:`
  useEffect(() => () => void shownHere.delete(result), [result])

  const choose = (next: FacilityId | null): void => {
    setFacility(next)
    rememberFacility(next)
  }
  const activate = async (): Promise<void> => {
    if (view.kind !== "selection" || (facilityID === null && !toInventory)) return
    setView({ kind: "activating" })
    shownHere.add(result)
    try {
      const input = { batchID, ...(toInventory || facilityID === null ? { inventory: true } : { facilityID }) }
      const { data } = await run(activateBatch, input)
      setView({ kind: "result", outcome: data })
      const { jobID } = data
      // The server refuses it and says why. Without this, undo would revert an older change.
      if (jobID !== null) rememberBatch(`Activate batch ${batchID}`, async () => void (await planUndo(jobID)))
      if (data.successLocks.length > 0) toast("success", "Activate Successfully")
    } catch (error) {
      // Return to the selection. Starting again continues with the remaining locks (001 §4).
      shownHere.delete(result)
      setView({ kind: "selection" })
      tellFailure(error)
    }
  }
  useCommands(
    { scope: "anywhere", handlers: { "bulk.activate": () => void activate(), "form.submit": () => void activate() } },
    view.kind === "selection"
  )
  switch (view.kind) {
    case "selection":
      return (
        <BatchSelection
          batchID={batchID}
          facilityID={facilityID}
          onFacility={choose}
          toInventory={toInventory}
          onInventory={(on) => {
            setToInventory(on)
            setFacility(null)
          }}
        />
      )
    case "activating":
      return <BatchActivating batchID={batchID} />
    case "result":
      return (
        <BatchResult outcome={view.outcome} onSupport={() => setView({ kind: "support", outcome: view.outcome })} />
      )
    case "support":
      return (
        <BatchSupport
          batchID={batchID}
          facilityID={facilityID}
          outcome={view.outcome}
          onCancel={() => setView({ kind: "result", outcome: view.outcome })}
        />
      )
  }
}
