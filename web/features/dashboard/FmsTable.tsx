import { Link } from "@tanstack/react-router"
import { writes } from "#core/auth/Access.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { Area } from "#core/auth/permissions.ts"
import { restrictedRoles } from "#core/auth/roles.ts"
import { causeText } from "#core/fms/fmsColumns.ts"
import { sitelinkHint } from "#core/fms/fmsStages.ts"
import { Fms, TestMode } from "#core/fms/fmsSystems.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { installation, webAddress } from "#web/app/installation.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { logTime } from "#web/app/times.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import type { FmsRow } from "./fmsRows.ts"

const formOf = (facilityID: number): string => `${facilityPath(facilityID)}?from=Dashboard`

const withOrWithout = (chosen: ReadonlySet<number>, id: number, isChosen: boolean): ReadonlySet<number> =>
  new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id))

interface FmsTableProps {
  readonly rows: ReadonlyArray<FmsRow>
  readonly busy: boolean
  /** More rows are still loading. */
  readonly loading: boolean
  /** IDs of the facilities selected for testing. */
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (chosen: ReadonlySet<number>) => void
}

/** The table of 001 §2. On a narrow screen each row is a card. */
export const FmsTable = ({ rows, busy, loading, chosen, onChosen }: FmsTableProps) => {
  const user = useSignedInUser()
  const mayTest = accessRefusal(user, writes(Area.id.Facilities)) === null
  const mayEdit = !restrictedRoles.has(user.roleID)
  return (
    <table className="fms-table" aria-label="FMS Integration Status" aria-busy={loading}>
      <thead>
        <tr>
          <th scope="col">Facility</th>
          <th scope="col">FMS</th>
          <th scope="col">Status</th>
          <th scope="col">Last Tested</th>
          <th scope="col">Test Type</th>
          {mayTest ? (
            <th scope="col">
              <span className="hidden">Test again</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.facilityID}>
            <th scope="row">
              {mayTest && row.testable ? (
                <label className="fms-choice">
                  <input
                    type="checkbox"
                    aria-label={`Choose ${row.facilityName}`}
                    checked={chosen.has(row.facilityID)}
                    onChange={({ target }) => onChosen(withOrWithout(chosen, row.facilityID, target.checked))}
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
              {row.result === null
                ? "--"
                : TestMode.label(row.result.manualTest ? TestMode.id.Manual : TestMode.id.Automatic)}
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
        ))}
      </tbody>
    </table>
  )
}

const EditLink = ({ row: { facilityID, facilityName } }: { readonly row: FmsRow }) => (
  <Link
    to={formOf(facilityID)}
    className="fms-edit"
    data-command="facilities.edit"
    aria-label={`Edit ${facilityName}`}
    title={`Edit ${facilityName}`}
  >
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
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
const SitelinkHint = ({ facilityID, mayEdit }: { readonly facilityID: number; readonly mayEdit: boolean }) => {
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
