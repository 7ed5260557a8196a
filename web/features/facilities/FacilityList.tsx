import { useQuery } from "@tanstack/react-query"
import type { Facility } from "#core/facilities/Facility.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { Facts } from "#web/ui/Facts.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { NamedList } from "#web/ui/NamedList.tsx"

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

const idOf = ({ facilityID }: Facility): number => facilityID
const nameOf = ({ facilityName }: Facility): string => facilityName

const hint = (text: string): string =>
  text === ""
    ? "Your company has no facility yet, or none is yours."
    : "No facility has this in its name or ID. Change the search."

/** The company's facilities by name (001 §2). */
export const FacilityList = () => {
  const { data, error } = useQuery(facilitiesQuery())
  return (
    <NamedList
      label="Facilities"
      nouns={["facility", "facilities"]}
      items={data}
      error={error}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      card={card}
      peek={peek}
      searchLabel="Search Facility Name or ID"
      fits={fits}
      hint={hint}
    />
  )
}
