import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { headById } from "#core/commands/headById.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { center } from "#web/app/CommandCenter.ts"
import { TextField } from "#web/ui/TextField.tsx"

interface FacilityBoxesProps {
  readonly chosen: ReadonlySet<FacilityId>
  readonly onChosen: (chosen: ReadonlySet<FacilityId>) => void
}

/** Show a search field from this many facilities on. */
const searchedFrom = 9

/** The facilities a ticket is about. Hidden from users who can't see facilities. */
export const FacilityBoxes = ({ chosen, onChosen }: FacilityBoxesProps) => {
  const list = headById("facilities.list")
  const may = list !== undefined && center.availability(list).allowed
  const { data, error } = useQuery({ ...facilitiesQuery(), enabled: may })
  const [text, setText] = useState("")
  if (!may) return null
  const wanted = text.trim().toLowerCase()
  const all = data ?? []
  const shown = all.filter(
    ({ facilityID, facilityName }) => chosen.has(facilityID) || facilityName.toLowerCase().includes(wanted)
  )
  return (
    <fieldset className="support-places">
      <legend>Facilities</legend>
      {all.length < searchedFrom ? null : <TextField label="Search Facility Name" value={text} onText={setText} />}
      {error !== null && data === undefined ? (
        <p className="muted">Couldn't load your facilities. Name them in the description.</p>
      ) : data === undefined ? (
        <p className="muted">Loading…</p>
      ) : shown.length === 0 ? (
        <p className="muted">{all.length === 0 ? "No facilities yet." : "No data"}</p>
      ) : (
        <div className="support-boxes">
          {shown.map(({ facilityID, facilityName }) => (
            <label key={facilityID} className="check">
              <input
                type="checkbox"
                checked={chosen.has(facilityID)}
                onChange={({ target }) => {
                  const next = new Set(chosen)
                  if (target.checked) next.add(facilityID)
                  else next.delete(facilityID)
                  onChosen(next)
                }}
              />
              {facilityName}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
