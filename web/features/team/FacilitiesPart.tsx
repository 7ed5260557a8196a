import { useQuery } from "@tanstack/react-query"
import { useId, useMemo, useRef } from "react"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useNamedFacilities } from "#web/app/useNamedFacilities.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Combobox } from "#web/ui/Combobox.tsx"
import { FacilityNote } from "#web/ui/FacilityNote.tsx"
import type { UserFormState } from "./useUserForm.ts"

interface FacilitiesPartProps {
  readonly form: UserFormState
  readonly closed: boolean
}

/** All facilities, or selected ones as removable chips (002 §4). */
export const FacilitiesPart = ({ form: { values, issues, change, leave }, closed }: FacilitiesPartProps) => {
  const me = useSignedInUser()
  const { data, error, refetch } = useQuery(facilitiesQuery())
  const late = data === undefined ? error : null
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { facilityAllIDs: all, facilityIDs: chosen } = values
  const listed = useNamedFacilities(chosen, data)
  const choices = useMemo(
    () =>
      (data ?? [])
        .filter(({ facilityID, isActive }) => isActive && !chosen.includes(facilityID))
        .map(({ facilityID, facilityName }) => ({ value: facilityID, label: facilityName })),
    [data, chosen]
  )
  const issue = issues["facilityIDs"]
  useCommands({
    scope: "anywhere",
    handlers: {
      "userForm.removeFacility": ({ input }) => {
        leave("facilityIDs")
        change({ facilityIDs: chosen.filter((each) => each !== input?.facilityID) })
        // The focused chip is gone.
        field.current?.focus()
      }
    }
  })
  return (
    <fieldset className="user-facilities" disabled={closed}>
      <legend>Facilities</legend>
      {me.facilityIDs.length > 0 && !all ? null : (
        <label className="check">
          <input
            type="checkbox"
            role="switch"
            checked={all}
            onChange={({ target }) => change({ facilityAllIDs: target.checked })}
          />
          All Facilities
        </label>
      )}
      {all ? null : (
        <>
          {/* Above the field, whose open list would cover them. */}
          <ul className="user-chips" aria-label="Chosen facilities">
            {listed.map(({ facilityID, facilityName }) => (
              <li key={facilityID} className="user-chip">
                <span title={facilityName}>{choiceLabel(facilityName)}</span>
                {closed ? null : (
                  <CommandButton
                    command="userForm.removeFacility"
                    given={{ input: { facilityID } }}
                    shape="none"
                    label={`Remove ${facilityName}`}
                  >
                    <span aria-hidden="true">×</span>
                  </CommandButton>
                )}
              </li>
            ))}
          </ul>
          <Combobox
            label="Add a facility"
            listLabel="Facilities"
            value={null}
            choices={choices}
            loading={data === undefined && error === null}
            onRetry={late === null ? undefined : () => void refetch()}
            onChoose={(facilityID) => {
              if (facilityID !== null) change({ facilityIDs: [...chosen, facilityID] })
            }}
            none="Choose a facility"
            shown=""
            shownAs={choiceLabel}
            disabled={closed}
            field={field}
            describedBy={issue === undefined ? undefined : id}
          />
          {late !== null || data?.length === 0 ? <FacilityNote id={`${id}-note`} error={late} /> : null}
          {issue === undefined ? null : (
            <p id={id} className="issue">
              {issue}
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}
