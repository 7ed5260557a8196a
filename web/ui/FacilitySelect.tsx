import "./FacilitySelect.css"
import { useQuery } from "@tanstack/react-query"
import { type RefObject, useId, useMemo } from "react"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { FacilityNote } from "./FacilityNote.tsx"

interface FacilitySelectProps {
  readonly label: string
  /** The facility that is chosen, or null. */
  readonly value: number | null
  readonly onChoose: (facilityID: number | null) => void
  /** What stands there while none is chosen. */
  readonly none?: string
  readonly disabled?: boolean
  readonly field?: RefObject<HTMLSelectElement | null>
}

/** One of the company's active facilities. */
export const FacilitySelect = (props: FacilitySelectProps) => {
  const { label, value, onChoose, none = "Choose a facility", disabled = false, field } = props
  const { data, error } = useQuery(facilitiesQuery())
  const id = useId()
  const noteId = useId()
  const known = value === null || (data ?? []).some(({ facilityID }) => facilityID === value)
  // Made anew when the facilities are, not at every key beside it.
  const choices = useMemo(
    () =>
      (data ?? [])
        .filter(({ isActive, facilityID }) => isActive || facilityID === value)
        .map(({ facilityID, facilityName }) => (
          <option key={facilityID} value={facilityID} title={facilityName}>
            {choiceLabel(facilityName)}
          </option>
        )),
    [data, value]
  )
  const late = data === undefined ? error : null
  const noted = late !== null || data?.length === 0
  return (
    <div className="facility-select">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        ref={field}
        className="select"
        disabled={disabled}
        value={value ?? ""}
        aria-describedby={noted ? noteId : undefined}
        onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{none}</option>
        {known ? null : <option value={value}>{data === undefined ? "Loading ..." : `Facility ${value}`}</option>}
        {choices}
      </select>
      {noted ? <FacilityNote id={noteId} error={late} /> : null}
    </div>
  )
}
