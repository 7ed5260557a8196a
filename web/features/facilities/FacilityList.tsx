import "./facilities.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { featureRefusal } from "#core/auth/accessRules.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { words } from "#core/api/problem.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { FacilityInUse } from "#core/facilities/FacilityErrors.ts"
import { looksOnly } from "#core/facilities/facilityAccess.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { rememberFacility } from "#web/app/selectedFacility.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { facilityCard, facilityColumns, facilityPeek } from "./facilityColumns.tsx"
import { locksInUse } from "./locksInUse.ts"
import { RemoveFacility } from "./RemoveFacility.tsx"
import { nearestOf, useHere } from "./useHere.ts"

const idOf = ({ facilityID }: Facility): FacilityId => facilityID
const nameOf = ({ facilityName }: Facility): string => facilityName
const none: ReadonlyArray<Facility> = []

const hint = ({ search, filters }: GridQuery): string =>
  search === "" && Object.keys(filters).length === 0
    ? "No facilities yet. Press c to add the first one."
    : "No facilities match your search."

/** The company's facilities by name, or nearest first if the browser's location is known (001 §2). */
export const FacilityList = () => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const { data, error } = useQuery(facilitiesQuery())
  const { here, nearest, setNearest } = useHere()
  const [removing, setRemoving] = useState<FacilityId | null>(null)
  const mayDelete = useAvailability("facilities.remove").allowed
  const columns = useMemo(() => facilityColumns(mayDelete), [mayDelete])
  const card = useMemo(() => facilityCard(mayDelete), [mayDelete])
  const source = useArrayRows({ items: data, idOf, columns, error })
  const chosen = nearest && here !== null ? nearestOf(data ?? none, here) : null
  useEffect(() => {
    if (chosen !== null) rememberFacility(chosen.facilityID)
  }, [chosen])

  /** Asks for confirmation unless the synced list already shows locks in use. Otherwise the server checks. */
  const remove = (facilityID: FacilityId): void => {
    const count = lockList.state().phase === "current" ? locksInUse(lockList.index, facilityID) : 0
    if (count === 0) return setRemoving(facilityID)
    const { error: refused, next } = words(new FacilityInUse({ data: { facilityID, locksInUse: count } }))
    toast("warning", refused, next)
  }
  const go = (href: string) => () => void navigate({ href })
  useCommands({
    scope: "lists",
    handlers: {
      "list.create": () => void center.perform("facilities.new"),
      "facilities.new": go(routeOf("facilities.create").path),
      "facilities.newMany": go(routeOf("facilities.import").path),
      "facilities.nearest": () => setNearest(!nearest),
      ...(data === undefined
        ? {}
        : {
            "facilities.remove": ({ input }) => {
              const id = input?.facilityID
              if (id !== undefined) remove(id)
            }
          })
    }
  })
  const leaving = data?.find(({ facilityID }) => facilityID === removing)
  const bulk = featureRefusal(user, Feature.id.BulkImport)
  return (
    <>
      <Grid
        at="/signed-in/facilities"
        list="facilities"
        label="Facilities"
        nouns={["facility", "facilities"]}
        columns={columns}
        source={source}
        card={card}
        nameOf={nameOf}
        peek={facilityPeek}
        {...(looksOnly(user)
          ? {}
          : { onOpen: (facility: Facility) => void navigate({ href: facilityPath(idOf(facility)) }) })}
        searchLabel="Search Facility Name or ID"
        firstCount={10}
        hint={hint}
        more={
          <ToggleButton
            command="facilities.nearest"
            given={{}}
            pressed={nearest}
            label="Nearest facility"
            refused={null}
            inTab
          >
            Nearest facility
          </ToggleButton>
        }
      />
      <p className={chosen === null ? "hidden" : "facility-nearest"} role="status">
        {chosen === null ? null : (
          <>
            Nearest: <strong>{chosen.facilityName}</strong>. It is your selected facility.
          </>
        )}
      </p>
      {/* After the facilities, which would move it. */}
      {data === undefined && error === null ? null : (
        <UpgradePrompt feature={Feature.id.Facilities} title="Adding facilities">
          <div className="facility-add">
            <CommandButton command="facilities.new" keysOf="list.create" look="primary" />
            <UpgradePrompt feature={Feature.id.BulkImport} title="Add Multiple Facilities">
              <CommandButton command="facilities.newMany" notYet={bulk === null ? null : words(bulk).error} />
            </UpgradePrompt>
          </div>
        </UpgradePrompt>
      )}
      {leaving === undefined ? null : <RemoveFacility facility={leaving} onClose={() => setRemoving(null)} />}
    </>
  )
}
