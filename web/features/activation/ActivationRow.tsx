import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { groupedSerial } from "#core/base/serialText.ts"
import { bulkActivationSubject } from "#core/support/tickets.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { type ActivationLine, canBeSent, isRepeated, type LineFailure } from "./activationLines.ts"
import { lineTime } from "./lineTime.ts"
import { serialIssue } from "./serialField.ts"

/** One serial code of the session list: its status, time and next step. */
export const ActivationRow = memo(({ line }: { readonly line: ActivationLine }) => {
  const { serialCode, facilityID, state } = line
  const { data } = useQuery(facilitiesQuery())
  const facility =
    facilityID === null
      ? "No facility"
      : (data?.find((each) => each.facilityID === facilityID)?.facilityName ?? `facility ${facilityID}`)
  return (
    <li className={`activate-line ${state.kind}`} data-state={state.kind}>
      <span className="activate-lock">
        {serialIssue(serialCode) === null ? (
          <Serial code={serialCode} />
        ) : (
          <span className="code activate-misread">{serialCode}</span>
        )}
        <span className="muted">{facility}</span>
      </span>
      {state.kind === "activated" ? (
        <>
          <span className="activate-state">
            <span className="st green">
              <span>{state.unchanged === true ? "Already active here" : "Activated"}</span>
            </span>
            <time className="muted" dateTime={new Date(state.at).toISOString()}>
              {lineTime(state.at)}
            </time>
          </span>
          <span className="activate-do">
            <CommandButton
              command="locks.show"
              given={{ input: { lockID: state.lockID } }}
              label={`Edit Lock ${groupedSerial(serialCode)}`}
              showKeys={false}
            >
              Edit Lock
            </CommandButton>
          </span>
        </>
      ) : state.kind === "failed" ? (
        <FailedLine line={line} failure={state.failure} />
      ) : (
        <span className="activate-state muted">{state.kind === "sending" ? "Activating ..." : "Waiting"}</span>
      )}
    </li>
  )
})

/** Failures that a retry can't fix. */
const final: ReadonlySet<string> = new Set(["LockAlreadyActive"])

/** Failures that support can help with (001 §8). */
const forSupport: ReadonlySet<string> = new Set(["SerialNotFound", "LockLimitReached"])

const FailedLine = ({ line, failure }: { readonly line: ActivationLine; readonly failure: LineFailure }) => {
  const serial = groupedSerial(line.serialCode)
  const { code, error, next, lockID } = failure
  return (
    <>
      <span className="activate-state">
        <span className={isRepeated(line) ? "st" : "st orange"}>
          <span>{error}</span>
        </span>
        <span className="muted">{next}</span>
      </span>
      <span className="activate-do">
        {code === "LockAlreadyActive" && lockID !== undefined ? (
          <Link
            to="/locks/$lockID"
            params={{ lockID }}
            search={{ transfer: "1", facility: line.facilityID ?? undefined }}
            className="btn secondary"
            data-command="locks.transfer"
            aria-label={`Transfer lock ${serial}`}
          >
            Transfer lock
          </Link>
        ) : null}
        {code === "LockNotAvailable" && lockID !== undefined ? (
          <CommandButton
            command="locks.show"
            given={{ input: { lockID } }}
            label={`Edit Lock ${serial}`}
            showKeys={false}
          >
            Edit Lock
          </CommandButton>
        ) : null}
        {forSupport.has(code) ? (
          <CommandButton
            command="support.ticket"
            given={{
              input: {
                subject: bulkActivationSubject,
                category: "Lock Inquiry",
                serialCode: line.serialCode,
                ...(line.facilityID === null ? {} : { facilityID: line.facilityID })
              }
            }}
            label={`Contact support: ${serial}`}
            showKeys={false}
          >
            Contact support
          </CommandButton>
        ) : null}
        {final.has(code) || !canBeSent(line) ? null : (
          <CommandButton
            command="activate.retry"
            given={{ input: { line: line.id } }}
            label={`Try again: ${serial}`}
            showKeys={false}
          >
            Try again
          </CommandButton>
        )}
        <CommandButton
          command="activate.clearFailed"
          given={{ input: { line: line.id } }}
          shape="none"
          label={`Remove ${serial} from the list`}
          showKeys={false}
        >
          <span aria-hidden="true">×</span>
        </CommandButton>
      </span>
    </>
  )
}
