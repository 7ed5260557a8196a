import "./FacilityPicker.css"
import { useQuery } from "@tanstack/react-query"
import { type RefObject, useId, useMemo } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { canChoose } from "#core/facilities/canChoose.ts"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { Combobox } from "./Combobox.tsx"
import { FacilityNote } from "./FacilityNote.tsx"

interface FacilityPickerProps {
  readonly label: string
  /** The selected facility, or null. */
  readonly value: FacilityId | null
  readonly onChoose: (facilityID: FacilityId | null) => void
  /** In a field that adds several: called with text entered before the facilities have loaded. */
  readonly onEarly?: (text: string) => void
  /** Label of the empty choice. */
  readonly none?: string
  /** Include inactive facilities. */
  readonly inactive?: boolean
  /** Facilities not to offer. Pass the same set while they don't change. */
  readonly exclude?: ReadonlySet<FacilityId>
  readonly labelHidden?: boolean
  readonly disabled?: boolean
  /** ID of the field's error. */
  readonly describedBy?: string | undefined
  readonly field?: RefObject<HTMLInputElement | null>
}

/** Picks a facility by part of its name, however many there are. Active ones only by default. */
export const FacilityPicker = (props: FacilityPickerProps) => {
  const { value, none = "Choose a facility", inactive = false, exclude, describedBy, ...others } = props
  const { data, error, isFetching, refetch } = useQuery(facilitiesQuery())
  const noteId = useId()
  // Rebuild only when the facilities change, not on every key press.
  const choices = useMemo(
    () =>
      (data ?? [])
        .filter((each) => (canChoose(each, !inactive) || each.facilityID === value) && !exclude?.has(each.facilityID))
        .map(({ facilityID, facilityName }) => ({ value: facilityID, label: facilityName })),
    [data, inactive, value, exclude]
  )
  const name = useMemo(() => choices.find((choice) => choice.value === value)?.label, [choices, value])
  const shown =
    value === null
      ? ""
      : name === undefined
        ? data === undefined
          ? "Loading…"
          : `Facility ${value}`
        : choiceLabel(name)
  const late = data === undefined && !isFetching ? error : null
  const noted = late !== null || data?.length === 0
  return (
    <div className="facility-select">
      <Combobox
        {...others}
        listLabel="Facilities"
        value={value}
        choices={choices}
        loading={data === undefined && late === null}
        onRetry={late === null ? undefined : () => void refetch()}
        none={none}
        shown={shown}
        shownAs={choiceLabel}
        invalid={describedBy !== undefined}
        describedBy={describedBy ?? (noted ? noteId : undefined)}
      />
      {noted ? <FacilityNote id={noteId} error={late} /> : null}
    </div>
  )
}
