import { countOf } from "#core/base/countOf.ts"
import { useNavigate } from "@tanstack/react-router"
import { useId, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { failureText } from "#web/app/failures.ts"
import { call } from "#web/app/calls.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { useLife } from "#web/app/useLife.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import type { BatchOutcome } from "./BatchActivation.tsx"

interface BatchSupportProps {
  readonly batchID: string
  readonly facilityID: FacilityId | null
  readonly outcome: BatchOutcome
  readonly onCancel: () => void
}

/** Most serial codes listed in the ticket; the job number leads to the rest. */
const mostNamed = 100

const firstWords = (batchID: string, { jobID, errorLocks }: BatchOutcome): string =>
  [
    `Batch ${batchID}${jobID === null ? "" : `, job ${jobID}`}`,
    ...(errorLocks.length === 0
      ? ["No locks were found."]
      : [`${countOf(errorLocks.length, "lock")} failed to activate:`]),
    ...errorLocks.slice(0, mostNamed).map(({ serialCode, error }) => `${serialCode}: ${error ?? ""}`)
  ].join("\n")

/** Default subject for bulk support (001 §9). */
const firstSubject = "Failed to Activate Locks"

/** A support ticket about this batch (002 §2, the second variant of the support ticket). */
export const BatchSupport = ({ batchID, facilityID, outcome, onCancel }: BatchSupportProps) => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const begun = useMemo(
    () => ({ subject: firstSubject, description: firstWords(batchID, outcome) }),
    [batchID, outcome]
  )
  const [typed, setTyped] = useKeptState<typeof begun>("batch support")
  const { subject, description } = typed ?? begun
  const change = (more: Partial<typeof begun>): void => setTyped((before) => ({ ...(before ?? begun), ...more }))
  const [busy, setBusy] = useState(false)
  const life = useLife()
  const [sent, setSent] = useState(false)
  const id = useId()
  const missing = isBlank(subject)
    ? "Subject is required."
    : isBlank(description)
      ? "Description is required."
      : busy
        ? "Sending…"
        : null

  const send = async (): Promise<void> => {
    if (missing !== null) return
    setBusy(true)
    try {
      await call(
        withClient((client) =>
          client.support.bulkActivationTicket({
            query: {},
            payload: {
              subject: subject.trim(),
              companyName: user.companyName,
              companyID: user.companyID,
              description,
              ...(facilityID === null ? {} : { facilityIDs: [facilityID] })
            }
          })
        )
      )
      // Tell the leave guard before navigating.
      flushSync(() => setSent(true))
      toast("success", "Support Ticket Created!")
      if (life.current.signal.aborted) return
      await navigate({ to: routeOf("locks").path })
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallFailure)) throw error
      if (!error.cancelled) toast("error", "Something went wrong", failureText(error))
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "bulk.result": onCancel,
      "bulk.sendTicket": () => void send(),
      "form.submit": () => void center.perform("bulk.sendTicket")
    }
  })
  return (
    <section className="card" aria-labelledby="support">
      <header>
        <h2 id="support">Support</h2>
      </header>
      <form
        className="bulk-support"
        onSubmit={(event) => {
          event.preventDefault()
          center.perform("bulk.sendTicket")
        }}
      >
        <SentFields sending={busy}>
          <TextField
            label="Subject"
            autoFocus
            maxLength={ticketLimits.subject}
            value={subject}
            onText={(text) => change({ subject: text })}
          />
          <TextField label="Company" value={user.companyName} onText={() => undefined} readOnly />
          <TextField label="Company ID" value={String(user.companyID)} onText={() => undefined} readOnly />
          <div className="bulk-choice">
            <label htmlFor={id}>Description</label>
            <textarea
              id={id}
              className="input"
              rows={8}
              maxLength={ticketLimits.description}
              value={description}
              onChange={({ target }) => change({ description: target.value })}
            />
          </div>
        </SentFields>
        <p className="bulk-buttons">
          <CommandButton command="bulk.sendTicket" sends look="primary" submit notYet={missing}>
            Submit Request
          </CommandButton>
          <CommandButton command="bulk.result">Cancel</CommandButton>
        </p>
      </form>
      <LeaveGuard dirty={(description !== begun.description || subject !== begun.subject) && !sent} />
    </section>
  )
}
