import { useRef } from "react"
import { countText } from "#core/base/countText.ts"
import { removeFacility } from "#core/commands/facilityCommands.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"

interface RemoveFacilityProps {
  readonly facility: Pick<Facility, "facilityID" | "facilityName" | "no_of_locks">
  readonly onClose: () => void
}

/** Confirms and deletes a facility (001 §4). The server refuses it while locks are in use. */
export const RemoveFacility = ({ facility, onClose }: RemoveFacilityProps) => {
  const { facilityID, facilityName, no_of_locks: locks } = facility
  const sent = useRef(false)
  const remove = async (): Promise<void> => {
    if (sent.current) return
    sent.current = true
    onClose()
    try {
      await run(removeFacility, { facilityID })
      toast("success", "Facility deleted successfully")
    } catch (error) {
      if (error instanceof CallFailure && error.problem?._tag === "FacilityInUse") {
        toast("warning", error.words.error, error.words.next)
      } else tellFailure(error)
    }
  }
  return (
    <ConfirmDialog onYes={() => void remove()} onNo={onClose}>
      <p>
        <strong>{facilityName}</strong> will be deleted
        {locks === 0
          ? "."
          : locks === 1
            ? ", and its lock goes to the inventory."
            : `, and its ${countText(locks)} locks go to the inventory.`}
      </p>
    </ConfirmDialog>
  )
}
