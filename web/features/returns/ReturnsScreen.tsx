import "./returns.css"
import { countOf } from "#core/base/countOf.ts"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useId } from "react"
import { type FacilityId, idIn, ReportId } from "#core/base/ids.ts"
import { type ReturnReport } from "#core/returns/LockReturn.ts"
import { rememberFacility, selectedFacility } from "#web/app/selectedFacility.ts"
import { logTime } from "#web/app/times.ts"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { CurrentReturns } from "./CurrentReturns.tsx"
import { ReportView } from "./ReportView.tsx"
import { reportsQuery } from "./returnQueries.ts"
import { useReturnDraft } from "./useReturnDraft.ts"

/**
 * URL value for the facility's newest report. Otherwise the URL has a report number, or nothing for the current view.
 */
const newest = "history"

const at = "/signed-in/locks/process_returned"

type ShownReport = typeof newest | ReportId

const reportName = ({ createdOn, locks, recipient }: ReturnReport): string =>
  `${logTime(createdOn)} UTC, ${countOf(locks, "lock")}, to ${recipient}`

/** Process Returned and Lock Return History (001 §2). The URL says which, and which report. */
export const ReturnsScreen = () => {
  const [facility, setFacility] = useSearchValue(at, "facilityID")
  const [report, setReport] = useSearchValue(at, "report")
  const draft = useReturnDraft()
  // Without a facility in the URL, use the selected one.
  const facilityID = facility ?? selectedFacility()
  const history = report !== undefined
  useEffect(() => {
    if (facility === undefined && facilityID !== null) setFacility(facilityID)
  }, [facility, facilityID])
  useCommands({ scope: "anywhere", handlers: { "returns.history": () => setReport(newest) } }, facilityID !== null)
  return (
    <>
      <div className="returns-pick">
        <FacilityPicker
          label="Facility"
          value={facilityID}
          onChoose={(id) => {
            rememberFacility(id)
            setFacility(id ?? undefined)
            // Reports belong to a facility, so show the newest one of the new facility.
            if (history) setReport(newest)
          }}
        />
        <ReportSelect facilityID={facilityID} report={report} onReport={setReport} />
      </div>
      {facilityID === null ? (
        <p className="returns-empty muted">Please select a facility first</p>
      ) : report !== undefined ? (
        <History facilityID={facilityID} report={report} />
      ) : (
        <CurrentReturns key={facilityID} facilityID={facilityID} draft={draft} />
      )}
    </>
  )
}

interface ReportSelectProps {
  readonly facilityID: FacilityId | null
  readonly report: ShownReport | undefined
  readonly onReport: (report: ShownReport | undefined) => void
}

/** Switches between the current view and a past report. Reports are listed newest first (ledger B092). */
const ReportSelect = ({ facilityID, report, onReport }: ReportSelectProps) => {
  const { data } = useQuery(reportsQuery(report === undefined ? null : facilityID))
  const [kind, which] = [useId(), useId()]
  const shown = reportOf(data, report)
  return (
    <>
      <div className="returns-report">
        <label htmlFor={kind}>Report</label>
        <select
          id={kind}
          className="select"
          value={report === undefined ? "" : newest}
          onChange={({ target }) => onReport(target.value === newest ? newest : undefined)}
        >
          <option value="">Process Returned</option>
          <option value={newest}>Lock Return History</option>
        </select>
      </div>
      {data === undefined || data.length === 0 || report === undefined ? null : (
        <div className="returns-report which">
          <label htmlFor={which}>Past report</label>
          <select
            id={which}
            className="select"
            value={shown?.reportId ?? ""}
            onChange={({ target }) => onReport(idIn(ReportId, target.value) ?? undefined)}
          >
            {shown === undefined ? <option value="">Choose a report</option> : null}
            {data.map((each) => (
              <option key={each.reportId} value={each.reportId}>
                {reportName(each)}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  )
}

const reportOf = (
  reports: ReadonlyArray<ReturnReport> | undefined,
  report: ShownReport | undefined
): ReturnReport | undefined => (report === newest ? reports?.[0] : reports?.find(({ reportId }) => reportId === report))

const History = ({ facilityID, report }: { readonly facilityID: FacilityId; readonly report: ShownReport }) => {
  const { data, error } = useQuery(reportsQuery(facilityID))
  return <ReportView facilityID={facilityID} reports={data} error={error} report={reportOf(data, report)} />
}
