import { Link } from "@tanstack/react-router"
import { memo } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { causeText } from "#core/fms/fmsColumns.ts"
import { sitelinkHint } from "#core/fms/fmsStages.ts"
import { Fms, TestMode } from "#core/fms/fmsSystems.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { installation, webAddress } from "#web/app/installation.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import type { FmsRow } from "./fmsRows.ts"

const formOf = (facilityID: FacilityId): string => `${facilityPath(facilityID)}?from=Dashboard`

interface FmsTableRowProps {
  readonly row: FmsRow
  readonly mayTest: boolean
  readonly mayEdit: boolean
  readonly busy: boolean
  /** Selected for testing. */
  readonly isChosen: boolean
  readonly onChoose: (facilityID: FacilityId, isChosen: boolean) => void
}

const Row = ({ row, mayTest, mayEdit, busy, isChosen, onChoose }: FmsTableRowProps) => (
  <tr>
    {/* Named by the facility alone, without what is done with it. */}
    <th scope="row" aria-label={row.facilityName}>
      {mayTest && row.testable ? (
        <label className="fms-choice">
          <input
            type="checkbox"
            aria-label={`Choose ${row.facilityName}`}
            checked={isChosen}
            onChange={({ target }) => onChoose(row.facilityID, target.checked)}
          />
        </label>
      ) : null}
      <span className="fms-name" title={row.facilityName.length > 15 ? row.facilityName : undefined}>
        {row.facilityName}
      </span>
      {mayEdit ? <EditLink row={row} /> : null}
    </th>
    <td data-label="FMS">
      <span>
        {row.fms}
        {row.result?.simulated === true ? <span className="faint"> (simulator)</span> : null}
      </span>
    </td>
    <td data-label="Status">
      <StatusOf row={row} mayEdit={mayEdit} />
    </td>
    <td data-label="Last Tested" className="fms-when">
      {row.result === null ? "--" : logTime(row.result.timestamp)}
    </td>
    <td data-label="Test Type">
      {row.result === null ? "--" : TestMode.label(row.result.manualTest ? TestMode.id.Manual : TestMode.id.Automatic)}
    </td>
    {mayTest ? (
      <td className="fms-again">
        {row.testable ? (
          <CommandButton
            command="fms.test"
            given={{ input: { facilities: String(row.facilityID) } }}
            shape="none"
            showKeys={false}
            label={`Test ${row.facilityName}`}
            notYet={busy ? "Tests are running." : null}
          >
            Test
          </CommandButton>
        ) : null}
      </td>
    ) : null}
  </tr>
)

/** One facility of the table. Memoized, because all of them would re-render on each key in the search field. */
export const FmsTableRow = memo(Row)

const EditLink = ({ row: { facilityID, facilityName } }: { readonly row: FmsRow }) => (
  <Link
    to={formOf(facilityID)}
    className="fms-edit"
    data-command="facilities.edit"
    aria-label={`Edit ${facilityName}`}
    title={`Edit ${facilityName}`}
  >
    <svg viewBox="0 0 16 16" width="1rem" height="1rem" aria-hidden="true">
      <path d="M2.5 13.5l.7-3L10.6 3.1a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7L5.5 12.8z" />
    </svg>
  </Link>
)

const StatusOf = ({ row, mayEdit }: { readonly row: FmsRow; readonly mayEdit: boolean }) => {
  const { result, testable, facilityID } = row
  if (result === null) {
    return <span className="muted">{testable ? "Not tested yet" : "CSV only, so there's no connection to test"}</span>
  }
  if (result.result) {
    return (
      <span className="st green">
        <span>Good</span>
      </span>
    )
  }
  const never = result.stage === "auth" && result.managementSoftware === Fms.id.Sitelink
  return (
    <div className="fms-wrong">
      <span className="st orange">
        <span>{result.errorMessage ?? "FMS test failed"}</span>
      </span>
      <span className="faint">Cause: {causeText(result)}</span>
      {never ? (
        <SitelinkHint facilityID={facilityID} mayEdit={mayEdit} />
      ) : (
        <span className="muted">{result.nextAction}</span>
      )}
      {result.sample === null ? null : (
        <details>
          <summary>Sample response, redacted</summary>
          <code>{result.sample}</code>
        </details>
      )}
    </div>
  )
}

/**
 * The documents' hint. It links to the installation's help page, or to the form with the credentials if there is
 * none.
 */
const SitelinkHint = ({ facilityID, mayEdit }: { readonly facilityID: FacilityId; readonly mayEdit: boolean }) => {
  const address = webAddress(installation.sitelinkHelp)
  if (address !== null) {
    return (
      <a href={address} target="_blank" rel="noreferrer">
        {sitelinkHint}
      </a>
    )
  }
  return mayEdit ? (
    <Link to={formOf(facilityID)} data-command="facilities.edit">
      {sitelinkHint}
    </Link>
  ) : (
    <span className="muted">{sitelinkHint}</span>
  )
}
