import { memo } from "react"
import { writes } from "#core/auth/Access.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { Area } from "#core/auth/permissions.ts"
import { restrictedRoles } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import type { FmsRow } from "./fmsRows.ts"
import { FmsTableRow } from "./FmsTableRow.tsx"

interface FmsTableProps {
  readonly rows: ReadonlyArray<FmsRow>
  readonly busy: boolean
  /** More rows are still loading. */
  readonly loading: boolean
  /** IDs of the facilities selected for testing. */
  readonly chosen: ReadonlySet<FacilityId>
  /** The same function on each render. */
  readonly onChoose: (facilityID: FacilityId, isChosen: boolean) => void
}

const Table = ({ rows, busy, loading, chosen, onChoose }: FmsTableProps) => {
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
          <FmsTableRow
            key={row.facilityID}
            row={row}
            mayTest={mayTest}
            mayEdit={mayEdit}
            busy={busy}
            isChosen={chosen.has(row.facilityID)}
            onChoose={onChoose}
          />
        ))}
      </tbody>
    </table>
  )
}

/** The table of 001 §2. On a narrow screen each row is a card. Memoized, so that it can be drawn after the typed text. */
export const FmsTable = memo(Table)
