import { useQuery } from "@tanstack/react-query"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { naturally } from "#web/app/naturally.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"

interface FacilityChipsProps {
  readonly chosen: ReadonlyArray<number>
  readonly onChoose: (facilityIds: ReadonlyArray<number>) => void
  readonly disabled: boolean
}

/** Selected facilities, each with a remove button. */
export const FacilityChips = ({ chosen, onChoose, disabled }: FacilityChipsProps) => {
  const { data } = useQuery(facilitiesQuery())
  const nameOf = (id: number): string =>
    data?.find(({ facilityID }) => facilityID === id)?.facilityName ?? `Facility ${id}`
  return (
    <>
      <FacilityPicker
        label="Add a facility"
        value={null}
        none="Choose a facility to add"
        inactive
        disabled={disabled}
        onChoose={(id) => (id === null || chosen.includes(id) ? undefined : onChoose([...chosen, id]))}
      />
      <ul className="key-chips" aria-label="Facilities of the key">
        {chosen
          .toSorted((one, other) => naturally(nameOf(one), nameOf(other)))
          .map((id) => (
            <li key={id}>
              <CommandButton
                command="apiKeys.dropFacility"
                given={{ input: { facilityID: id } }}
                shape="round"
                label={`Remove ${nameOf(id)}`}
                notYet={disabled ? "This key can't be changed." : null}
              >
                <span title={nameOf(id)}>{choiceLabel(nameOf(id))}</span> <span aria-hidden="true">×</span>
              </CommandButton>
            </li>
          ))}
      </ul>
    </>
  )
}
