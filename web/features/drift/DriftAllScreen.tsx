import "./drift.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useMemo } from "react"
import { countText } from "#core/base/countText.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { countOf } from "#core/base/countOf.ts"
import { Feature } from "#core/companies/features.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { DriftList } from "./DriftList.tsx"
import { driftPath } from "./driftPath.ts"
import { type Compared, useDriftOfAll } from "./useDriftOfAll.ts"

const at = "/signed-in/facilities/drift"
const title = routeOf("facilities.driftAll").title
const none: ReadonlyArray<never> = []

/** /facilities/drift: unit and lock mismatches of all connected facilities. */
export const DriftAllScreen = () => {
  const included = featureRefusal(useSignedInUser(), Feature.id.FMSIntegration) === null
  const may = useAvailability("fms.diff")
  const { data, error } = useQuery({ ...facilitiesQuery(), enabled: included && may.allowed })
  useTitle(title)
  const connected = useMemo(() => data?.filter(isConnected), [data])
  return (
    <>
      <Link to={routeOf("facilities").path} data-command="go.facilities" className="back-link">
        Back to Facilities
      </Link>
      <h1>{title}</h1>
      <UpgradePrompt feature={Feature.id.FMSIntegration} title={title}>
        {included && !may.allowed ? (
          <p role="alert">
            {may.words.error} {may.words.next}
          </p>
        ) : connected === undefined || connected.length === 0 ? (
          <section className="card drift" aria-label={title}>
            <DriftList
              ofAll
              findings={none}
              wanted={null}
              onKind={() => undefined}
              running={included && data === undefined && error === null}
              error={error}
              hint="No facilities are connected to an FMS yet. Open a facility and choose its FMS."
            />
          </section>
        ) : (
          <DriftOfAll facilities={connected} />
        )}
      </UpgradePrompt>
    </>
  )
}

const isConnected = ({ isActive, managementSoftware, mode }: Facility): boolean =>
  isActive &&
  mode !== IntegrationMode.id.ViaCsv &&
  Fms.isId(managementSoftware) &&
  fmsProfiles[managementSoftware].connection === "wire"

const DriftOfAll = ({ facilities }: { readonly facilities: ReadonlyArray<Facility> }) => {
  // Facilities added or changed later are compared at the next run.
  const [first] = useMemo(() => [facilities], [])
  const { compared, running, start } = useDriftOfAll(first ?? facilities)
  const [wanted = null, setWanted] = useSearchValue(at, "drift")
  useEffect(() => void start(), [start])
  useCommands({
    scope: "anywhere",
    handlers: {
      "drift.compareAll": () => {
        if (!running) void start()
      }
    }
  })
  // In the order of the facilities, not of the responses.
  const outcomes = useMemo(
    () => (first ?? facilities).flatMap(({ facilityID }) => compared.get(facilityID) ?? []),
    [compared, first]
  )
  const all = useMemo(() => outcomes.flatMap(({ drift }) => drift?.data ?? []), [outcomes])
  const failed = outcomes.filter(({ failure }) => failure !== null)
  const places = new Set(all.map(({ facilityID }) => facilityID)).size
  const simulated = outcomes.filter(({ drift }) => drift?.simulated === true).length
  return (
    <section className="card drift" aria-labelledby="drift-title">
      <header>
        <h2 id="drift-title">{countOf(facilities.length, "facility", "facilities")}</h2>
        <p className={`drift-count ${all.length === 0 ? "none" : "some"}`} role="status">
          {running
            ? ""
            : all.length === 0
              ? failed.length === 0
                ? "No mismatches"
                : ""
              : `${countOf(all.length, "mismatch", "mismatches")} at ${countOf(places, "facility", "facilities")}`}
        </p>
        {running ? (
          <span className="drift-progress muted">
            <progress value={compared.size} max={facilities.length} aria-label="Facilities compared" /> Comparing…{" "}
            {countText(compared.size)} of {countText(facilities.length)}
          </span>
        ) : null}
        <CommandButton command="drift.compareAll" notYet={running ? "Comparing facilities…" : null} />
      </header>
      {simulated === 0 ? null : (
        <p className="drift-note muted">
          {countOf(simulated, "facility is", "facilities are")} compared with the simulator.
        </p>
      )}
      <DriftList
        ofAll
        findings={all}
        wanted={wanted}
        onKind={setWanted}
        running={running}
        limit={failed.length === 0 ? null : `without ${notCompared(failed)}`}
        hint={failed.length === 0 ? "No mismatches." : "No mismatches at the facilities that could be compared."}
      />
      {failed.length === 0 ? null : <NotCompared failed={failed} />}
    </section>
  )
}

const notCompared = (failed: ReadonlyArray<Compared>): string =>
  `${countOf(failed.length, "facility", "facilities")} that couldn't be compared`

/** Facilities that couldn't be compared, grouped by reason. */
const NotCompared = ({ failed }: { readonly failed: ReadonlyArray<Compared> }) => (
  <div className="drift-note" role="group" aria-label="Couldn't be compared">
    <p className="drift-failed">{countOf(failed.length, "facility", "facilities")} couldn't be compared</p>
    <dl className="drift-reasons">
      {[...Map.groupBy(failed, ({ failure }) => failure)].map(([reason, those]) => (
        <div key={reason}>
          <dt>{reason}</dt>
          {those.map(({ facility: { facilityID, facilityName } }) => (
            <dd key={facilityID}>
              <Link to={driftPath(facilityID)} data-command="fms.diff">
                {facilityName}
              </Link>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </div>
)
