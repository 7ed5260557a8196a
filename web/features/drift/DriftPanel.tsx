import "./drift.css"
import { countOf } from "#core/base/countOf.ts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { withClient } from "#core/api/ApiClient.ts"
import { Feature } from "#core/companies/features.ts"
import { type Comparable, driftRefusal } from "#core/drift/driftAccess.ts"
import { type DriftKind, needsDelinquency, driftTitle } from "#core/drift/driftKinds.ts"
import { answeredBy } from "#core/fms/fmsColumns.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { failureText } from "#web/app/failures.ts"
import { call } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { tellFailure } from "#web/app/failures.ts"
import { unitsQuery } from "#web/app/unitQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { agoText } from "#web/sync/agoText.ts"
import { DriftList } from "./DriftList.tsx"
import { driftPath } from "./driftPath.ts"
import { driftQuery } from "./driftQuery.ts"

interface DriftPanelProps extends Comparable {
  readonly title: string
  /** The screen whose URL keeps the selected kind. */
  readonly at: "/signed-in/facilities/$facilityID" | "/signed-in/facilities/$facilityID/drift"
  /** Whether this is the screen's main content. Elsewhere nothing loads until the user opens it. */
  readonly opened?: true
}

/** Unit and lock mismatches of a facility, with their fixes. */
export const DriftPanel = (props: DriftPanelProps) => (
  <UpgradePrompt feature={Feature.id.FMSIntegration} title="Unit and lock mismatches">
    <DriftCard {...props} />
  </UpgradePrompt>
)

const DriftCard = ({ title, at, opened, ...place }: DriftPanelProps) => {
  const { facilityID, software } = place
  const user = useSignedInUser()
  const may = useAvailability("fms.diff")
  const included = featureRefusal(user, Feature.id.FMSIntegration) === null
  const refusal = driftRefusal(user, place)
  const refused = !included ? null : !may.allowed ? may.words : refusal === null ? null : words(refusal)
  const asks = included && refused === null
  return (
    <section className="card drift" aria-labelledby="drift-title">
      {asks ? (
        <Asked title={title} at={at} facilityID={facilityID} software={software} cameForIt={opened === true} />
      ) : (
        <>
          <header>
            <h2 id="drift-title">{title}</h2>
          </header>
          <p className="drift-note muted">{refused === null ? "" : `${refused.error} ${refused.next}`}</p>
        </>
      )}
    </section>
  )
}

interface AskedProps extends Omit<Comparable, "connected">, Pick<DriftPanelProps, "title" | "at"> {
  readonly cameForIt: boolean
}

/**
 * The card for users with access, at a facility that can be compared. Comparing may call the FMS, so it waits until
 * the user opens the card or the URL names a kind.
 */
const Asked = ({ title, at, facilityID, software, cameForIt }: AskedProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [kind, setKind] = useSearchValue(at, "drift")
  const [opened, setOpened] = useState(cameForIt || kind !== undefined)
  // The URL may name one later, too.
  if (kind !== undefined && !opened) setOpened(true)
  const asked = driftQuery(facilityID, software)
  const { data, error, isFetching, refetch } = useQuery(opened ? asked : { ...asked, enabled: false })
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = async (): Promise<void> => {
    if (asking) return
    setAsking(true)
    setOpened(true)
    try {
      await call(withClient((api) => api.units.forget({ params: { id: facilityID }, query: {} })))
      // If the FMS fails now, the query holds the error.
      await refetch()
    } catch (failure) {
      tellFailure(failure)
    } finally {
      setAsking(false)
      void client.invalidateQueries({ queryKey: unitsQuery(facilityID).queryKey })
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "units.refresh": () => void refresh(),
      "fms.diff": (given) => {
        const other = given.input?.facilities
        if (typeof other !== "number" || other === facilityID) {
          setOpened(true)
          heading.current?.scrollIntoView({ block: "start" })
          heading.current?.focus()
        } else void navigate({ to: driftPath(other) })
      }
    }
  })
  const count = data?.data.length ?? 0
  return (
    <>
      <header>
        <h2 id="drift-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className={`drift-count ${count === 0 ? "none" : "some"}`} role="status">
          {data === undefined ? "" : count === 0 ? "No mismatches" : countOf(count, "mismatch", "mismatches")}
        </p>
        {opened ? (
          <CommandButton
            command="units.refresh"
            notYet={asking ? "Getting units from the management software…" : null}
          />
        ) : (
          <CommandButton command="fms.diff" given={{ input: { facilities: facilityID } }}>
            Compare now
          </CommandButton>
        )}
      </header>
      {opened || data !== undefined ? null : (
        <p className="drift-note muted">Compares the locks here with the units of {Fms.label(software)}.</p>
      )}
      {error === null ? null : <Failed error={error} />}
      {data === undefined ? (
        error === null && isFetching ? (
          <div className="drift-note">
            <LateLoading />
          </div>
        ) : null
      ) : (
        <Found drift={data} wanted={kind ?? null} onKind={setKind} />
      )}
    </>
  )
}

/** Why the comparison failed, with the step at which the FMS failed. */
const Failed = ({ error }: { readonly error: Error }) => {
  const problem = error instanceof CallFailure ? error.problem : null
  const stage = problem?._tag === "UnitsUnavailable" ? problem.data.stage : undefined
  return (
    <p className="drift-note" role="alert">
      {failureText(error)}
      {stage === undefined ? null : ` It failed at this step: ${stage}.`}
    </p>
  )
}

interface FoundProps {
  readonly drift: FacilityDrift
  /** The selected kind; null for all. */
  readonly wanted: DriftKind | null
  readonly onKind: (kind: DriftKind | undefined) => void
}

const Found = ({ drift, wanted, onKind }: FoundProps) => {
  const { data, managementSoftwareName, fetchedOn, units, locks, tellsDelinquency, simulated } = drift
  const software = answeredBy(managementSoftwareName, simulated)
  return (
    <>
      <p className="drift-note muted">
        {countOf(units, "unit")} of {software} and {countOf(locks, "lock")} compared. Units updated{" "}
        {agoText(now() - Date.parse(fetchedOn))}.
        {tellsDelinquency
          ? ""
          : ` ${software} doesn't report delinquent tenants, so ${[...needsDelinquency].map((kind) => `'${driftTitle(kind)}'`).join(" and ")} can't be checked.`}
      </p>
      {data.length === 0 ? null : <DriftList findings={data} wanted={wanted} onKind={onKind} />}
    </>
  )
}
