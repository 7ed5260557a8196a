import { countOf } from "#core/base/countOf.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { phoneShown } from "#core/facilities/phone.ts"
import { regionShown } from "#core/facilities/regions.ts"
import { type GridColumn, unlessChosen } from "#web/grid/GridColumn.ts"
import { GridText } from "#web/grid/GridText.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"

/** Names longer than this have a tooltip (001 §9). */
const longName = 15

const facts: ReadonlyArray<GridColumn<Facility>> = [
  {
    id: "facilityName",
    title: "Facility Name",
    width: 180,
    grow: 1.4,
    value: ({ facilityName }) => facilityName,
    cell: ({ facilityName, isActive }) => (
      <>
        <GridText text={facilityName} over={longName} />
        {isActive ? null : <span className="muted"> Inactive</span>}
      </>
    ),
    searched: true,
    hideable: false
  },
  { id: "locks", title: "Locks", width: 84, grow: 0, kind: "number", value: ({ no_of_locks }) => no_of_locks },
  { id: "address", title: "Address", width: 160, grow: 1.3, from: 620, value: ({ street }) => street },
  { id: "city", title: "City", width: 120, from: 760, value: ({ city }) => city },
  {
    id: "state",
    title: "State/Province/Region",
    width: 180,
    from: 900,
    value: ({ state }) => regionShown(state)
  },
  {
    id: "facilityID",
    title: "Facility ID",
    width: 110,
    grow: 0,
    from: unlessChosen,
    value: ({ facilityID }) => String(facilityID),
    searched: true
  }
]

const remove: GridColumn<Facility> = {
  id: "delete",
  title: "Delete",
  width: 110,
  grow: 0,
  sortable: false,
  filterable: false,
  exportable: false,
  cell: (facility) => <DeleteButton {...facility} />
}

const DeleteButton = ({ facilityID, facilityName }: Facility) => (
  <CommandButton
    command="facilities.remove"
    shape="none"
    given={{ input: { facilityID } }}
    label={`Delete ${facilityName}`}
  >
    Delete
  </CommandButton>
)

/** Columns of the list. Users with Write get the delete button (001 §2). */
export const facilityColumns = (mayDelete: boolean): ReadonlyArray<GridColumn<Facility>> =>
  mayDelete ? [...facts, remove] : facts

/** A facility on a narrow screen without columns. */
export const facilityCard = (mayDelete: boolean) => (facility: Facility) => (
  <>
    <p>
      <strong>{facility.facilityName}</strong>
      <span className="muted">
        {facility.isActive ? "" : "Inactive · "}
        {countOf(facility.no_of_locks, "lock")}
      </span>
    </p>
    <p className="muted facility-card-line">
      <span>{[facility.street, facility.city, facility.state].filter((part) => part !== "").join(", ")}</span>
      {mayDelete ? <DeleteButton {...facility} /> : null}
    </p>
  </>
)

/** Details of a facility shown without leaving the list. */
export const facilityPeek = (facility: Facility) => (
  <Facts
    facts={{
      "Facility ID": facility.facilityID,
      Locks: facility.no_of_locks,
      Address: facility.street,
      City: facility.city,
      "State/Province/Region": regionShown(facility.state),
      Zip: facility.zip,
      Phone: phoneShown(facility.phoneNumber),
      "Management software": facility.managementSoftwareType,
      Status: facility.isActive ? "Active" : "Inactive"
    }}
  />
)
