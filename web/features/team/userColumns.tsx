import { Fragment } from "react"
import { countText } from "#core/base/countText.ts"
import { fieldLabels } from "#core/base/fieldLabels.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { logTime } from "#web/app/times.ts"
import type { GridColumn } from "#web/grid/GridColumn.ts"
import { Facts } from "#web/ui/Facts.tsx"

/** 'All', or the number of facilities (002 §2). */
const facilitiesOf = ({ facilityIDs }: TeamUser): string | number =>
  facilityIDs.length === 0 ? "All" : facilityIDs.length

const stateOf = ({ status, invited, inviteFailure }: TeamUser): string => {
  if (!status) return "Inactive"
  if (!invited) return "Active"
  return inviteFailure === null ? "Invited" : "Invite failed"
}

const seenText = ({ lastSeenOn }: TeamUser): string => (lastSeenOn === null ? "Never" : `${logTime(lastSeenOn)} UTC`)

/** A text in a cell on up to two lines. An email breaks before its `@`. */
const wrapped = (text: string) => (
  <span className="user-cell" title={text}>
    {text.split(/(?=@)/).map((part, nth) => (
      <Fragment key={nth}>
        {nth === 0 ? null : <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)

/** A column of one text, on up to two lines. */
const texts = (of: (user: TeamUser) => string) => ({ value: of, cell: (user: TeamUser) => wrapped(of(user)) })

/** Columns of the user list. */
export const userColumns: ReadonlyArray<GridColumn<TeamUser>> = [
  { id: "name", title: "Name", width: 132, grow: 1.1, ...texts(({ name }) => name), searched: true, hideable: false },
  { id: "email", title: "Email", width: 172, grow: 1.6, ...texts(({ email }) => email), searched: true },
  { id: "role", title: "Role", width: 140, ...texts(({ roleName }) => roleName) },
  { id: "facilities", title: "Facilities", width: 104, grow: 0, from: 700, value: facilitiesOf },
  { id: "status", title: "Status", width: 96, grow: 0, value: stateOf },
  {
    id: "lastSeen",
    title: "Last seen",
    width: 132,
    grow: 1.6,
    from: 900,
    kind: "date",
    value: ({ lastSeenOn }) => (lastSeenOn === null ? null : Date.parse(lastSeenOn)),
    // Breaks only between the date and the time.
    cell: (user) => wrapped(seenText(user).replaceAll(" ", "\u00a0").replace("-\u00a0", "- "))
  }
]

/** A user on a narrow screen without columns. */
export const userCard = (user: TeamUser) => (
  <>
    <p>
      <strong>{user.name}</strong>
      <span className="muted">{user.roleName}</span>
    </p>
    <p className="muted">
      <span className="card-name">{user.email}</span>
      {stateOf(user) === "Active" ? null : <span>{stateOf(user)}</span>}
    </p>
  </>
)

/** Details of a user shown without leaving the list. */
export const userPeek = (user: TeamUser) => (
  <Facts
    facts={{
      Email: user.email,
      [fieldLabels.firstName]: user.firstName,
      [fieldLabels.lastName]: user.lastName,
      Role: user.roleName,
      Facilities: user.facilityIDs.length === 0 ? "All" : countText(user.facilityIDs.length),
      Status: stateOf(user),
      "Last seen": seenText(user)
    }}
  />
)
