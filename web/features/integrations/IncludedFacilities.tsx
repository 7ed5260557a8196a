import "./integrations.css"
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { setFacilityApi } from "#core/commands/facilityCommands.ts"
import { apiChangeWords, apiQuestion, apiStateFor } from "#core/facilities/apiChangeWords.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { tellFailure } from "#web/app/failures.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { run } from "#web/app/run.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { aboutOne } from "./aboutOne.ts"
import { SwitchButton } from "#web/ui/SwitchButton.tsx"

const idOf = ({ facilityID }: Facility): number => facilityID
const nameOf = ({ facilityName }: Facility): string => facilityName
/** The state the switch changes to, taken at the time of the click. */
const stateAsked = ({ includedInAPI }: Facility) => apiStateFor(!includedInAPI)
const includedText = ({ includedInAPI }: Facility): string => (includedInAPI ? "Included" : "Excluded")

/** Switch for whether the API includes the facility, with an accessible name and the reason if it is disabled. */
const Inclusion = ({ facility }: { readonly facility: Facility }) => {
  const may = useAvailability("facilities.api")
  const id = useId()
  const { facilityID, facilityName, includedInAPI } = facility
  return (
    <>
      <span id={id} hidden>
        Include in API: {facilityName}
      </span>
      <span id={`${id}-refused`} hidden>
        {may.allowed ? "" : may.words.error}
      </span>
      <SwitchButton
        command="facilities.api"
        given={{ input: { facilityID } }}
        on={includedInAPI}
        labelledBy={id}
        describedBy={`${id}-refused`}
        refused={!may.allowed}
      />
    </>
  )
}

const columns: ReadonlyArray<GridColumn<Facility>> = [
  {
    id: "facilityName",
    title: "Facility",
    width: 180,
    grow: 1.4,
    value: ({ facilityName }) => facilityName,
    searched: true,
    hideable: false
  },
  { id: "fms", title: "FMS", width: 160, from: 560, value: ({ managementSoftwareType }) => managementSoftwareType },
  {
    id: "included",
    title: "Include in API",
    width: 160,
    grow: 0,
    value: includedText,
    cell: (facility) => <Inclusion facility={facility} />,
    hideable: false
  }
]

const card = (facility: Facility) => (
  <>
    <p>
      <strong className="card-name">{facility.facilityName}</strong>
      <Inclusion facility={facility} />
    </p>
    <p className="muted">{facility.managementSoftwareType}</p>
  </>
)

const peek = (facility: Facility) => (
  <Facts
    facts={{
      "Facility ID": facility.facilityID,
      "Management software": facility.managementSoftwareType,
      "Include in API": includedText(facility),
      Locks: facility.no_of_locks
    }}
  />
)

const hint = ({ search, filters }: GridQuery): string =>
  search === "" && Object.keys(filters).length === 0
    ? "No facilities yet. Add one under Facilities."
    : "No facilities match your search."

/** Which facilities the API includes (002 §2, §4). */
export const IncludedFacilities = () => {
  const { data, error } = useQuery(facilitiesQuery())
  const [asking, setAsking] = useState<Facility | null>(null)
  const source = useArrayRows({ items: data, idOf, columns, error })
  const change = async (facility: Facility): Promise<void> => {
    setAsking(null)
    const input = { facilityID: facility.facilityID, state: stateAsked(facility) }
    try {
      tellDone(setFacilityApi, input, await run(setFacilityApi, input))
    } catch (failure) {
      tellFailure(failure)
    }
  }
  useCommands({
    scope: "lists",
    handlers:
      data === undefined
        ? {}
        : {
            "facilities.api": aboutOne("facilities.api", "facilityID", (id) =>
              setAsking(data.find(({ facilityID }) => facilityID === id) ?? null)
            )
          }
  })
  return (
    <>
      <Grid
        at="/signed-in/integrations/facilities"
        list="includedFacilities"
        label="Facilities in the API"
        nouns={["facility", "facilities"]}
        columns={columns}
        source={source}
        card={card}
        nameOf={nameOf}
        peek={peek}
        searchLabel="Search Facility Name"
        firstCount={50}
        hint={hint}
      />
      {asking === null ? null : (
        <ConfirmDialog
          title={apiQuestion(stateAsked(asking))}
          onYes={() => void change(asking)}
          onNo={() => setAsking(null)}
        >
          <p>{apiChangeWords(asking.facilityName, stateAsked(asking))}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
