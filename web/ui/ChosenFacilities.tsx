import "./ChosenFacilities.css"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { countText } from "#core/base/countText.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { choiceLabel } from "#core/facilities/choiceLabel.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { composes } from "#web/keyboard/chord.ts"
import { useNamedFacilities } from "#web/app/useNamedFacilities.ts"
import { CommandButton } from "./CommandButton.tsx"
import { matchingChoices } from "./comboboxChoices.ts"
import { FacilityPicker } from "./FacilityPicker.tsx"
import { TextField } from "./TextField.tsx"

/** Most chips at a time: thousands take seconds to draw, and each is a tab stop before the field. */
const mostChips = 100

interface ChosenFacilitiesProps {
  readonly label: string
  readonly chosen: ReadonlyArray<FacilityId>
  readonly onChoose: (facilityIDs: ReadonlyArray<FacilityId>) => void
  /** Offer inactive facilities, too. */
  readonly inactive?: boolean
  readonly disabled: boolean
  /** ID of the error about the facilities. */
  readonly describedBy?: string | undefined
}

/** Chosen facilities as removable chips (002 §4), and a field that adds one. Many of them can be searched. */
export const ChosenFacilities = (props: ChosenFacilitiesProps) => {
  const { label, chosen, onChoose, inactive = false, disabled, describedBy } = props
  const { data, error } = useQuery(facilitiesQuery())
  const [text, setText] = useState("")
  /** Names entered before the facilities have loaded. */
  const [early, setEarly] = useState<ReadonlyArray<string>>([])
  const field = useRef<HTMLInputElement>(null)
  const named = useNamedFacilities(chosen, data)
  const choices = useMemo(
    () => named.map(({ facilityID, facilityName }) => ({ value: facilityID, label: facilityName })),
    [named]
  )
  const many = choices.length > mostChips
  const found = many ? matchingChoices(choices, text) : choices
  const shown = found.slice(0, mostChips)
  const exclude = useMemo(() => new Set(chosen), [chosen])
  // A name that was left in the field and the entered ones are chosen at the same time.
  const latest = useRef(chosen)
  useLayoutEffect(() => {
    latest.current = chosen
  })
  const add = (facilityID: FacilityId): void => {
    latest.current = [...latest.current, facilityID]
    onChoose(latest.current)
  }
  useEffect(() => {
    if (data === undefined || early.length === 0) return
    setEarly([])
    for (const name of early) {
      const offered = data.filter(
        ({ isActive, facilityID }) => (inactive || isActive) && !latest.current.includes(facilityID)
      )
      const labeled = offered.map(({ facilityID, facilityName }) => ({ value: facilityID, label: facilityName }))
      const [found] = matchingChoices(labeled, name)
      if (found === undefined) toast("warning", `No facilities match '${name.trim()}'.`)
      else add(found.value)
    }
  }, [data, early])
  useCommands({
    scope: "anywhere",
    handlers: {
      ...(early.length === 0
        ? {}
        : {
            "form.submit": () =>
              toast("info", "Facilities haven't loaded.", "Wait, or press Esc in the field to discard the names in it.")
          }),
      "form.removeFacility": ({ input }) => {
        onChoose(chosen.filter((each) => each !== input?.facilityID))
        // The focused chip is gone.
        field.current?.focus()
      }
    }
  })
  return (
    <div className="chosen-facilities" onKeyDown={({ key }) => key === "Escape" && setEarly([])}>
      {many ? (
        <>
          <TextField
            label="Search chosen facilities"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onText={setText}
            onKeyDown={(event) => {
              if (composes(event.nativeEvent)) return
              // Enter would submit the form.
              if (event.key === "Enter") event.preventDefault()
              if (event.key === "Escape") setText("")
            }}
          />
          <p className="chosen-shown muted" role="status">
            Showing {countText(shown.length)} of {countText(choices.length)}
          </p>
        </>
      ) : null}
      {/* Above the field, whose open list would cover them. */}
      <ul className="facility-chips" aria-label={label}>
        {shown.map(({ value: facilityID, label: name }) => (
          <li key={facilityID} className="facility-chip">
            <span title={name}>{choiceLabel(name)}</span>
            {disabled ? null : (
              <CommandButton
                command="form.removeFacility"
                given={{ input: { facilityID } }}
                shape="round"
                label={`Remove ${name}`}
              >
                <span aria-hidden="true">×</span>
              </CommandButton>
            )}
          </li>
        ))}
        {early.map((name, nth) => (
          <li key={`early ${nth}`} className="facility-chip muted">
            <span>{error === null ? `${name.trim()} (loading…)` : name.trim()}</span>
          </li>
        ))}
      </ul>
      <FacilityPicker
        label="Add a facility"
        value={null}
        exclude={exclude}
        inactive={inactive}
        disabled={disabled}
        describedBy={describedBy}
        field={field}
        onChoose={(id) => (id === null ? undefined : add(id))}
        onEarly={(name) => setEarly([...early, name])}
      />
    </div>
  )
}
