import "./drift.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useMemo, useRef } from "react"
import { countText } from "#core/base/countText.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { countOf } from "#core/base/countOf.ts"
import { foldText } from "#core/base/search/foldText.ts"
import { Feature } from "#core/companies/features.ts"
import { driftKindOf, driftKinds, driftTitle } from "#core/drift/driftKinds.ts"
import type { Finding } from "#core/drift/Finding.ts"
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
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { DriftList } from "./DriftList.tsx"
import { driftPath } from "./driftPath.ts"
import { type Compared, useDriftOfAll } from "./useDriftOfAll.ts"

const at = "/signed-in/facilities/drift"
const title = routeOf("facilities.driftAll").title

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
          <ListEmpty
            loading={included && data === undefined && error === null}
            error={error}
            hint="No facilities are connected to an FMS yet. Open a facility and choose its FMS."
          />
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
  const [text = "", setText] = useSearchValue(at, "search")
  const [wanted = null, setWanted] = useSearchValue(at, "drift")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => void start(), [start])
  useCommands({
    scope: "anywhere",
    handlers: {
      "drift.compareAll": () => {
        if (!running) void start()
      },
      "drift.kind": ({ input }) => {
        const kind = driftKindOf(input?.kind)
        setWanted(kind === wanted ? undefined : kind)
      }
    }
  })
  // In the order of the facilities, not of the responses.
  const outcomes = useMemo(
    () => (first ?? facilities).flatMap(({ facilityID }) => compared.get(facilityID) ?? []),
    [compared, first]
  )
  const all = useMemo(() => outcomes.flatMap(({ drift }) => drift?.data ?? []), [outcomes])
  const found = useMemo(() => fitting(all, text), [all, text])
  const counts = Map.groupBy(found, (finding) => finding.kind)
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
        <CommandButton command="drift.compareAll" notYet={running ? "Comparing facilities…" : null} />
      </header>
      {running ? (
        <p className="drift-note">
          <progress value={compared.size} max={facilities.length} aria-label="Facilities compared" />{" "}
          <span className="muted">
            Comparing… {countText(compared.size)} of {countText(facilities.length)}
          </span>
        </p>
      ) : null}
      {simulated === 0 ? null : (
        <p className="drift-note muted">
          {countOf(simulated, "facility is", "facilities are")} compared with the simulator.
        </p>
      )}
      <div className="toolbar drift-note">
        <SearchField label="Search facilities and units" text={text} onText={setText} field={field} />
      </div>
      {found.length === 0 ? null : (
        <p className="drift-kinds" data-sideways="phone">
          {driftKinds
            .filter((each) => counts.has(each.kind) || each.kind === wanted)
            .map((each) => (
              <ToggleButton
                key={each.kind}
                command="drift.kind"
                given={{ input: { kind: each.kind } }}
                pressed={each.kind === wanted}
                label={`${driftTitle(each.kind)}: ${counts.get(each.kind)?.length ?? 0}`}
                refused={null}
                inTab
              >
                {driftTitle(each.kind)} <strong>{counts.get(each.kind)?.length ?? 0}</strong>
              </ToggleButton>
            ))}
        </p>
      )}
      {all.length === 0 ? null : (
        <DriftList
          findings={wanted === null ? found : (counts.get(wanted) ?? [])}
          withFacility
          busy={running}
          filter={field}
        />
      )}
      {failed.length === 0 ? null : <NotCompared failed={failed} />}
    </section>
  )
}

const fitting = (all: ReadonlyArray<Finding>, text: string): ReadonlyArray<Finding> => {
  const wanted = foldText(text.trim())
  if (wanted === "") return all
  return all.filter(({ facilityName, unit, locks }) =>
    [facilityName, unit ?? "", ...locks.map(({ serialCode }) => serialCode)].some((each) =>
      foldText(each).includes(wanted)
    )
  )
}

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
