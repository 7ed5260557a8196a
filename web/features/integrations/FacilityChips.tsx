import { useQuery } from "@tanstack/react-query"
import type { FacilityId } from "#core/base/ids.ts"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useNamedFacilities } from "#web/app/useNamedFacilities.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"

interface FacilityChipsProps {
  readonly chosen: ReadonlyArray<FacilityId>
  readonly onChoose: (facilityIds: ReadonlyArray<FacilityId>) => void
  readonly disabled: boolean
}

/** Selected facilities, each with a remove button. */
export const FacilityChips = ({ chosen, onChoose, disabled }: FacilityChipsProps) => {
  const { data } = useQuery(facilitiesQuery())
  const listed = useNamedFacilities(chosen, data)
  return (
    <>
      {/* Above the field, whose open list would cover them. */}
      <ul className="key-chips" aria-label="Facilities of the key">
        {listed.map(({ facilityID, facilityName }) => (
          <li key={facilityID}>
            <CommandButton
              command="apiKeys.dropFacility"
              given={{ input: { facilityID } }}
              shape="round"
              label={`Remove ${facilityName}`}
              notYet={disabled ? "This key can't be changed." : null}
            >
              <span title={facilityName}>{choiceLabel(facilityName)}</span> <span aria-hidden="true">×</span>
            </CommandButton>
          </li>
        ))}
      </ul>
      <FacilityPicker
        label="Add a facility"
        value={null}
        none="Choose a facility to add"
        inactive
        disabled={disabled}
        onChoose={(id) => (id === null || chosen.includes(id) ? undefined : onChoose([...chosen, id]))}
      />
    </>
  )
}
