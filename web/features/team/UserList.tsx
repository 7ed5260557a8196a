import "./team.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useMemo } from "react"
import { accessRefusal, featureAccess } from "#core/auth/accessRules.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { newUserPath, userPath } from "#core/navigation/userPath.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { userChanges } from "#core/team/userAccess.ts"
import { center } from "#web/app/CommandCenter.ts"
import { naturally } from "#web/app/naturally.ts"
import { usersQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { userCard, userColumns, userPeek } from "./userColumns.tsx"

const idOf = ({ userID }: TeamUser): number => userID
const nameOf = ({ name }: TeamUser): string => name

const activeOnly = { shown: "active users only" }
const everyone = {}

/** Default rows per page (002 §9). */
const firstCount = 50

const activeHint = ({ search }: GridQuery): string =>
  search === "" ? "No users here. Show all of them, or add one." : "No users match your search. Change it, or show all."
const allHint = ({ search }: GridQuery): string =>
  search === "" ? "No users here. Add one." : "No users match your search."

/** The company's users by name. Only active ones unless the user shows all (002 §2). */
export const UserList = ({ tabs }: { readonly tabs: ReactNode }) => {
  const me = useSignedInUser()
  const navigate = useNavigate()
  const { data, error } = useQuery(usersQuery())
  const [show, setShow] = useSearchValue("/signed-in/team/users", "show")
  const all = show === "all"
  const items = useMemo(
    () => data?.filter(({ status }) => all || status).toSorted((a, b) => naturally(a.name, b.name)),
    [data, all]
  )
  const source = useArrayRows({ items, idOf, columns: userColumns, error })
  const bulk = featureAccess(me, Feature.id.BulkImport)
  const mayEdit = accessRefusal(me, userChanges) === null
  /** The user's own row opens Manage Account (002 §2). */
  const open = ({ userID }: TeamUser): void => {
    if (userID === me.userID) center.perform("account.open")
    else void navigate({ href: userPath(userID) })
  }
  useCommands({
    scope: "lists",
    handlers: {
      "list.create": () => void center.perform("users.new"),
      "users.new": () => void navigate({ href: newUserPath }),
      "users.importFile": () => void navigate({ href: routeOf("team.import").path }),
      "users.showActive": () => setShow(undefined),
      "users.showAll": () => setShow("all")
    }
  })
  return (
    <>
      <div className="team-head">
        <h1>Users</h1>
        <div role="group" aria-label="Which users" className="team-show">
          <ToggleButton command="users.showActive" given={{}} pressed={!all} label="Active users" refused={null} inTab>
            Active
          </ToggleButton>
          <ToggleButton command="users.showAll" given={{}} pressed={all} label="All users" refused={null} inTab>
            All
          </ToggleButton>
        </div>
        {bulk === FeatureAccess.id.Off ? null : <CommandButton command="users.importFile" />}
        <CommandButton command="users.new" keysOf="list.create" look="primary" />
      </div>
      {tabs}
      <Grid
        at="/signed-in/team/users"
        list="users"
        label="Users"
        nouns={["user", "users"]}
        columns={userColumns}
        source={source}
        card={userCard}
        nameOf={nameOf}
        peek={userPeek}
        onOpen={open}
        mayOpen={({ userID }) => mayEdit || userID === me.userID}
        searchLabel="Search User Name or Email"
        scope={all ? everyone : activeOnly}
        firstCount={firstCount}
        hint={all ? allHint : activeHint}
      />
    </>
  )
}
