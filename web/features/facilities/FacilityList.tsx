import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo, useRef } from "react"
import type { Facility } from "#core/facilities/Facility.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { naturally } from "#web/app/naturally.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useAddressText } from "#web/app/useAddressText.ts"
import { Facts } from "#web/ui/Facts.tsx"
import { List, type ListColumn } from "#web/ui/List.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"
import { SearchField } from "#web/ui/SearchField.tsx"

const columns: ReadonlyArray<ListColumn<Facility>> = [
  { id: "name", title: "Facility Name", track: "minmax(120px, 1.4fr)", cell: ({ facilityName }) => facilityName },
  { id: "locks", title: "Locks", track: "70px", cell: ({ no_of_locks }) => no_of_locks },
  { id: "address", title: "Address", track: "minmax(120px, 1.3fr)", cell: ({ street }) => street },
  { id: "city", title: "City", track: "minmax(90px, 1fr)", cell: ({ city }) => city },
  { id: "state", title: "State/Province/Region", track: "minmax(100px, 0.9fr)", cell: ({ state }) => state }
]

const card = ({ facilityName, no_of_locks, street, city, state }: Facility) => (
  <>
    <p>
      <strong>{facilityName}</strong>
      <span className="muted">{no_of_locks} locks</span>
    </p>
    <p className="muted">
      <span>{[street, city, state].filter((part) => part !== "").join(", ")}</span>
    </p>
  </>
)

const peek = (facility: Facility) => (
  <Facts
    facts={{
      "Facility ID": facility.facilityID,
      Locks: facility.no_of_locks,
      Address: facility.street,
      City: facility.city,
      "State/Province/Region": facility.state,
      Zip: facility.zip,
      Phone: facility.phoneNumber,
      "Management software": Fms.label(facility.managementSoftware),
      Status: facility.isActive ? "Active" : "Inactive"
    }}
  />
)

const fits = ({ facilityName, facilityID }: Facility, text: string): boolean =>
  facilityName.toLowerCase().includes(text) || String(facilityID).includes(text)

/** The company's facilities by name (001 §2). */
export const FacilityList = () => {
  const { data, error } = useQuery(facilitiesQuery())
  const [text, setText] = useAddressText("search")
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const field = useRef<HTMLInputElement>(null)
  const rows = useMemo(() => {
    const found = (data ?? []).filter((facility) => fits(facility, wanted))
    return rowsOf(
      found.toSorted((a, b) => naturally(a.facilityName, b.facilityName)),
      ({ facilityID }) => facilityID
    )
  }, [data, wanted])
  return (
    <>
      <div className="toolbar">
        <SearchField label="Search Facility Name or ID" text={text} onText={setText} field={field} />
        <p className="toolbar-note muted" role="status">
          {data === undefined ? "" : rows.count === 1 ? "1 facility" : `${rows.count} facilities`}
        </p>
      </div>
      <List
        label="Facilities"
        rows={rows}
        columns={columns}
        card={card}
        nameOf={({ facilityName }) => facilityName}
        peek={peek}
        actions={[]}
        filter={field}
        empty={
          <ListEmpty
            loading={data === undefined}
            error={error}
            hint={
              wanted === ""
                ? "Your company has no facility yet, or none is yours."
                : "No facility has this in its name or ID. Change the search."
            }
          />
        }
      />
    </>
  )
}
