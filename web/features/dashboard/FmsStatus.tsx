import "./fms.css"
import { countText } from "#core/base/countText.ts"
import { useQuery } from "@tanstack/react-query"
import { useCallback, useDeferredValue, useMemo, useState } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { Feature } from "#core/companies/features.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { failureWords } from "#web/app/failures.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { type Coming, ListLoading } from "#web/ui/ListLoading.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { SelectionBar } from "#web/grid/SelectionBar.tsx"
import { facilitiesText } from "./facilitiesText.ts"
import { FmsTable } from "./FmsTable.tsx"
import { lastFmsQuery } from "./fmsQueries.ts"
import { chosenRows, fmsRows } from "./fmsRows.ts"
import { FmsToolbar } from "./FmsToolbar.tsx"
import { useFmsChoice } from "./useFmsChoice.ts"
import { useFmsSelection } from "./useFmsSelection.ts"
import { statusLost, useFmsTests } from "./useFmsTests.ts"

const title = "FMS Integration Status"
/** Rows shown at first, and added each time the user asks for more. */
const step = 50
/** Up to this many rows the table has no search or filters. */
const fewRows = 1

const withOrWithout = (chosen: ReadonlySet<FacilityId>, id: FacilityId, isChosen: boolean): ReadonlySet<FacilityId> =>
  new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id))

/** Whether each facility's FMS connection works (001 §2), with the button to test it. */
export const FmsStatus = () => (
  <UpgradePrompt feature={Feature.id.FMSIntegration} title={title}>
    <FmsCard />
  </UpgradePrompt>
)

const FmsCard = () => {
  const enabled = featureRefusal(useSignedInUser(), Feature.id.FMSIntegration) === null
  const last = useQuery({ ...lastFmsQuery(), enabled })
  const facilities = useQuery({ ...facilitiesQuery(), enabled })
  const [most, setMost] = useState(step)
  const [chosen, setChosen] = useState<ReadonlySet<FacilityId>>(new Set())
  useCommands({ scope: "anywhere", handlers: { "list.more": () => setMost(most + step) } }, enabled)
  const { busy, progress, lost } = useFmsTests(enabled, { selected: chosen })
  const rows = useMemo(
    () => (lost || last.data === undefined ? [] : fmsRows(last.data, facilities.data ?? [])),
    [lost, last.data, facilities.data]
  )
  const state = useFmsChoice()
  const shown = useMemo(() => chosenRows(rows, state.choice), [rows, state.choice])
  // Adding hundreds of rows takes many frames, so show the typed text first.
  const drawn = useDeferredValue(useMemo(() => shown.slice(0, most), [shown, most]))
  const isDrawing = shown.length > 0 && drawn.length === 0
  const choose = useCallback(
    (id: FacilityId, isChosen: boolean): void => setChosen((before) => withOrWithout(before, id, isChosen)),
    []
  )
  const mayTest = useAvailability("fms.test").allowed
  const errors = rows.filter(({ result }) => result?.result === false).length
  useFmsSelection({ rows, shown, chosen, onChosen: setChosen })
  const selectedText = facilitiesText(chosen.size)
  const waits = busy ? "Tests are running." : null
  const known = last.data !== undefined && !lost
  const failure = last.error ?? facilities.error
  const loading = enabled && failure === null && (last.data === undefined || facilities.data === undefined)
  // Untested facilities appear only once the facility list has loaded.
  const rest = known && rows.length > 0 && facilities.data === undefined ? coming(rows.length, facilities.error) : null
  return (
    <section className="card fms" aria-labelledby="fms-status">
      <header>
        <h2 id="fms-status">{title}</h2>
        <p className={`fms-count ${errors === 0 ? "none" : "some"}`} role="status">
          {known && rows.length > 0 ? `${errors} Errors were Found` : ""}
        </p>
        <div className="fms-tests">
          <CommandButton command="fms.test" notYet={waits}>
            {chosen.size === 0 ? undefined : `Test ${selectedText}`}
          </CommandButton>
        </div>
      </header>
      <Progress busy={busy} progress={progress} />
      {rest === null ? null : <ListLoading coming={rest} noun="facilities" />}
      {rows.length > fewRows ? (
        <FmsToolbar rows={rows} shown={shown} state={state} mayTest={mayTest} waits={waits} />
      ) : null}
      {shown.length > 0 && !isDrawing ? (
        <FmsTable rows={drawn} busy={busy} loading={rest !== null} chosen={chosen} onChoose={choose} />
      ) : rows.length > 0 && !isDrawing ? (
        <p className="fms-empty muted">No facilities match your search and filters.</p>
      ) : (
        <div className="fms-empty muted">
          {lost ? (
            <p role="alert">{statusLost}. Press Test FMS to try again.</p>
          ) : (
            <ListEmpty
              loading={loading || isDrawing}
              error={failure}
              hint="No facilities are connected to an FMS yet. Open a facility and choose its FMS."
            />
          )}
        </div>
      )}
      {chosen.size === 0 ? null : <SelectionBar count={chosen.size} actions={[["fms.test", `Test ${selectedText}`]]} />}
      {shown.length > most ? (
        <p className="fms-more">
          <span className="muted">
            {countText(most)} of {countText(shown.length)}
          </span>
          <CommandButton command="list.more">Show more facilities</CommandButton>
        </p>
      ) : null}
    </section>
  )
}

const coming = (loaded: number, error: Error | null): Coming => ({
  loaded,
  total: null,
  failure: error === null ? null : failureWords(error)
})

interface ProgressProps {
  readonly busy: boolean
  readonly progress: { readonly done: number; readonly total: number } | null
}

/** Progress of the tests. Screen readers hear only that they started; the bar is visual. */
const Progress = ({ busy, progress }: ProgressProps) => (
  <div className="fms-progress" hidden={!busy}>
    <span role="status">{busy ? "Testing ..." : ""}</span>
    {progress === null ? null : (
      <>
        <progress value={progress.done} max={progress.total} aria-label="Facilities tested" />
        <span className="muted">
          {countText(progress.done)} of {countText(progress.total)}
        </span>
      </>
    )}
  </div>
)
