import { usePrefetchQuery } from "@tanstack/react-query"
import { useId } from "react"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { ChosenFacilities } from "#web/ui/ChosenFacilities.tsx"
import type { UserFormState } from "./useUserForm.ts"

interface FacilitiesPartProps {
  readonly form: UserFormState
  readonly closed: boolean
}

/** All facilities, or selected ones as removable chips (002 §4). */
export const FacilitiesPart = ({ form: { values, issues, change, leave }, closed }: FacilitiesPartProps) => {
  const me = useSignedInUser()
  const id = useId()
  // The names are here by the time the user gets to the field: several can be typed in a row, each with Enter.
  usePrefetchQuery(facilitiesQuery())
  const { facilityAllIDs: all, facilityIDs: chosen } = values
  const issue = issues["facilityIDs"]
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
          <ChosenFacilities
            label="Chosen facilities"
            chosen={chosen}
            disabled={closed}
            describedBy={issue === undefined ? undefined : id}
            onChoose={(facilityIDs) => {
              if (facilityIDs.length < chosen.length) leave("facilityIDs")
              change({ facilityIDs })
            }}
          />
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
