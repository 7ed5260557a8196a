import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { words } from "#core/api/problem.ts"
import { countText } from "#core/base/countText.ts"
import { cancelTransfer, transferFacility } from "#core/commands/transferCommands.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { invitedRefusal } from "#core/transfers/transferRules.ts"
import { center } from "#web/app/CommandCenter.ts"
import { copyText } from "#web/app/copyText.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"

/** Offers the facility to an admin of another company by email (001 §4). */
export const TransferPanel = ({ facility }: { readonly facility: FacilityDetail }) => {
  /** Null while the form is closed. */
  const [typed, setTyped] = useKeptState<string>("transfer")
  const email = typed ?? ""
  const [busy, attempt] = useAttempt()
  // Shown only once, here; it is in no list or cache.
  const [sent, setSent] = useState<{ readonly email: string; readonly link: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const refusal = invitedRefusal(email)
  const panel = useRef<HTMLDivElement>(null)
  /** Closes the form. The focus goes to the link of the offer, or back to the button that opened it. */
  const close = (): void => {
    flushSync(() => setTyped(null))
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector)
    ;(find("input") ?? find("button"))?.focus()
  }
  const send = async (): Promise<void> => {
    if (refusal !== null) return field.current?.focus()
    await attempt(async () => {
      const { data } = await run(transferFacility, { facilityID: facility.facilityID, email: email.trim() })
      flushSync(() => setSent(data))
      toast("success", "Facility transfer has been initiated successfully")
      close()
    })
  }
  const cancel = () =>
    attempt(async () => {
      const { facilityID } = facility
      const answer = await run(cancelTransfer, { facilityID })
      setSent(null)
      tellDone(cancelTransfer, { facilityID }, answer)
    })
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityForm.transfer": () => {
        // Render now, so that the next key reaches the field.
        flushSync(() => {
          setTyped((before) => before ?? "")
          setSent(null)
        })
        field.current?.focus()
      },
      ...(facility.transferTo === null ? {} : { "facilities.cancelTransfer": () => void cancel() }),
      ...(sent === null ? {} : { "facilityForm.copyLink": () => void copyText(sent.link, "Transfer link copied") }),
      ...(typed === null ? {} : { "facilityForm.keep": close, "facilities.transfer": () => void send() })
    }
  })
  if (typed === null) {
    return (
      <div ref={panel} className="facility-transfer">
        <CommandButton command="facilityForm.transfer" />
        {facility.transferTo === null ? null : (
          <>
            <p className="muted">
              Offered to {facility.transferTo}, not accepted yet. A new transfer replaces this offer.
            </p>
            <CommandButton command="facilities.cancelTransfer" notYet={busy ? "Canceling…" : null}>
              Cancel offer
            </CommandButton>
          </>
        )}
        {sent === null ? null : <SentLink {...sent} />}
      </div>
    )
  }
  return (
    <form
      className="card facility-transfer"
      noValidate
      aria-label="Transfer Facility"
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("facilities.transfer")
      }}
    >
      <LeaveGuard dirty={email !== ""} />
      <p>
        {facility.facilityName} moves to this person's company when an Admin or Owner there accepts. Its{" "}
        {facility.no_of_locks === 1 ? "lock moves" : `${countText(facility.no_of_locks)} locks move`} with it, history
        included.
      </p>
      <SentFields sending={busy}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          ref={field}
          value={email}
          onText={setTyped}
          issue={email === "" || refusal === null ? undefined : words(refusal).error}
        />
      </SentFields>
      <p className="facility-do">
        <CommandButton command="facilityForm.keep" />
        <CommandButton
          command="facilities.transfer"
          look="primary"
          submit
          notYet={busy ? "Sending…" : refusal === null ? null : words(refusal).error}
        >
          Submit
        </CommandButton>
      </p>
    </form>
  )
}

/** The offer's link, in case the email doesn't arrive. Shown until the user leaves the page. */
const SentLink = ({ email, link }: { readonly email: string; readonly link: string }) => (
  <div className="transfer-link">
    <label htmlFor="transfer-link">Transfer link, shown only once. Only {email} can use it.</label>
    <p>
      <input
        id="transfer-link"
        className="input code"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <CommandButton command="facilityForm.copyLink">Copy link</CommandButton>
    </p>
  </div>
)
