import type { FacilityId } from "#core/base/ids.ts"
import { center } from "#web/app/CommandCenter.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"

interface BatchSelectionProps {
  readonly batchID: string
  readonly facilityID: FacilityId | null
  readonly onFacility: (facilityID: FacilityId | null) => void
  readonly toInventory: boolean
  /** Turning it on or off clears the facility (001 §4). */
  readonly onInventory: (on: boolean) => void
}

/** Where to put the locks of the box. */
export const BatchSelection = (props: BatchSelectionProps) => {
  const { batchID, facilityID, onFacility, toInventory, onInventory } = props
  return (
    <section className="card" aria-labelledby="batch">
      <header>
        <h2 id="batch">Batch {batchID}</h2>
      </header>
      <form
        className="bulk-body"
        onSubmit={(event) => {
          event.preventDefault()
          center.perform("bulk.activate")
        }}
      >
        <p>Choose the facility that all locks of this batch are activated at, or add them to the inventory.</p>
        <FacilityPicker label="Facility" value={facilityID} onChoose={onFacility} disabled={toInventory} />
        <label className="check bulk-check">
          <input
            type="checkbox"
            role="switch"
            checked={toInventory}
            onChange={({ target }) => onInventory(target.checked)}
          />
          Activate and add to inventory
        </label>
        <CommandButton
          command="bulk.activate"
          sends
          look="primary"
          submit
          notYet={facilityID === null && !toInventory ? "Please select a facility first" : null}
        >
          Activate
        </CommandButton>
      </form>
    </section>
  )
}
