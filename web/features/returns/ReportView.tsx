import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { lockName } from "#core/base/serialText.ts"
import { countOf } from "#core/base/countOf.ts"
import { words } from "#core/api/problem.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import { resendReturnReport } from "#core/commands/returnCommands.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { ReturnReport } from "#core/returns/LockReturn.ts"
import { RecipientMissing } from "#core/returns/ReturnErrors.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { run } from "#web/app/run.ts"
import { logTime } from "#web/app/times.ts"
import { toast } from "#web/app/notices.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { lockInRow, lockList } from "#web/sync/LockList.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ListEmpty } from "#web/ui/ListEmpty.tsx"
import { RecipientField } from "./RecipientField.tsx"
import { reportCard, reportColumns, reportFacts } from "./reportColumns.tsx"
import { reportQuery } from "./returnQueries.ts"
import { tellSent } from "./useSendReturns.ts"

interface ReportViewProps {
  readonly facilityID: FacilityId
  /** Undefined while loading. */
  readonly reports: ReadonlyArray<ReturnReport> | undefined
  readonly error: Error | null
  readonly report: ReturnReport | undefined
}

const idOf = ({ lockID }: Lock): number => lockID
const lockByID = (id: number) => lockInRow(id)
const actions = ["locks.show"] as const
const hint = (): string => "No locks in this report match your search and filters."

/** A past report: its locks as processed, and a button to send it again (001 §2; ledger B099). */
export const ReportView = ({ facilityID, reports, error, report }: ReportViewProps) => (
  <>
    <p>
      <Link
        to={routeOf("locks.returned").path}
        search={{ facilityID }}
        data-command="go.locks.returned"
        className="back-link"
      >
        Back to Process Returned
      </Link>
    </p>
    {report === undefined ? (
      <div className="returns-empty muted">
        <ListEmpty
          loading={reports === undefined}
          error={error}
          hint={
            reports?.length === 0
              ? "No returned locks were processed at this facility yet."
              : "Report not found. Choose one of this facility's reports above."
          }
        />
      </div>
    ) : (
      <Report key={report.reportId} report={report} />
    )}
  </>
)

const Report = ({ report }: { readonly report: ReturnReport }) => {
  const { reportId, createdOn, createdBy, locks: count } = report
  const { data, error } = useQuery(reportQuery(reportId))
  const source = useArrayRows({ items: data, idOf, columns: reportColumns, error })
  const [recipient, setRecipient] = useState<UserId | null>(report.recipientID)
  const [sending, attempt] = useAttempt()
  const field = useRef<HTMLInputElement>(null)

  const resend = async (): Promise<void> => {
    if (recipient === null) {
      const message = words(new RecipientMissing())
      return toast("warning", message.error, message.next)
    }
    await attempt(async () => tellSent((await run(resendReturnReport, { report: reportId, recipient })).data))
  }
  useCommands({
    scope: "lists",
    handlers: {
      "returns.resend": () => void resend(),
      "returns.send": () => void resend(),
      "returns.recipient": () => field.current?.focus()
    }
  })
  return (
    <>
      <p className="muted" role="status">
        {countOf(count, "lock")}, processed by {createdBy} on {logTime(createdOn)} UTC, report to {report.recipient}.
      </p>
      <Grid
        at="/signed-in/locks/process_returned"
        list="returnReport"
        label="Locks of the report"
        nouns={["lock", "locks"]}
        columns={reportColumns}
        source={source}
        card={reportCard}
        nameOf={lockName}
        peek={reportFacts}
        lockOf={({ lockID }) => lockList.lockOf(lockID) ?? null}
        lockByID={lockByID}
        selectable
        actions={actions}
        searchLabel="Search Serial Code or Unit"
        hint={hint}
      />
      <section className="card return-send" aria-label="Send again">
        <RecipientField value={recipient} onChoose={setRecipient} field={field} />
        <CommandButton
          command="returns.resend"
          look="primary"
          given={{ input: { report: reportId, ...(recipient === null ? {} : { recipient }) } }}
          notYet={sending ? "Sending ..." : recipient === null ? words(new RecipientMissing()).error : null}
        >
          {sending ? "Sending ..." : "Resend"}
        </CommandButton>
      </section>
    </>
  )
}
