import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { Role } from "#core/auth/roles.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { usersQuery } from "#web/app/placeQueries.ts"
import { useAddressText } from "#web/app/useAddressText.ts"
import { Facts } from "#web/ui/Facts.tsx"
import type { ListColumn } from "#web/ui/List.tsx"
import { NamedList } from "#web/ui/NamedList.tsx"

const placesOf = ({ facilityIDs }: TeamUser): string => (facilityIDs.length === 0 ? "All" : String(facilityIDs.length))
const stateOf = ({ status }: TeamUser): string => (status ? "Active" : "Inactive")

const columns: ReadonlyArray<ListColumn<TeamUser>> = [
  { id: "name", title: "Name", track: "minmax(120px, 1.1fr)", cell: ({ name }) => name },
  {
    id: "email",
    title: "Email",
    track: "minmax(160px, 1.5fr)",
    cell: ({ email }) => <span title={email}>{email}</span>
  },
  { id: "role", title: "Role", track: "minmax(130px, 1fr)", cell: ({ roleID }) => Role.label(roleID) },
  { id: "facilities", title: "Facilities", track: "84px", from: 620, cell: placesOf },
  { id: "status", title: "Status", track: "84px", cell: stateOf }
]

const card = (user: TeamUser) => (
  <>
    <p>
      <strong>{user.name}</strong>
      <span className="muted">{Role.label(user.roleID)}</span>
    </p>
    <p className="muted">
      <span>{user.email}</span>
      {user.status ? null : <span>{stateOf(user)}</span>}
    </p>
  </>
)

const peek = (user: TeamUser) => (
  <Facts
    facts={{
      Email: user.email,
      "First name": user.firstName,
      "Last name": user.lastName,
      Role: Role.label(user.roleID),
      Facilities: placesOf(user),
      Status: stateOf(user)
    }}
  />
)

const fits = ({ name, email }: TeamUser, text: string): boolean =>
  name.toLowerCase().includes(text) || email.toLowerCase().includes(text)

const idOf = ({ userID }: TeamUser): number => userID
const nameOf = ({ name }: TeamUser): string => name
const hint = (): string => "No user has this in their name or email. Change the search, or show all."

/** The company's team users by name; the active ones unless all are wanted (002 §2). */
export const UserList = () => {
  const { data, error } = useQuery(usersQuery())
  const [show, setShow] = useAddressText("show")
  const items = useMemo(() => (show === "all" ? data : data?.filter(({ status }) => status)), [data, show])
  return (
    <NamedList
      label="Users"
      nouns={["user", "users"]}
      items={items}
      error={error}
      idOf={idOf}
      nameOf={nameOf}
      columns={columns}
      card={card}
      peek={peek}
      searchLabel="Search User Name or Email"
      fits={fits}
      hint={hint}
      more={
        <>
          <label htmlFor="show" className="hidden">
            Which users
          </label>
          <select id="show" className="select" value={show} onChange={(event) => setShow(event.target.value)}>
            <option value="">Active</option>
            <option value="all">All</option>
          </select>
        </>
      }
    />
  )
}
