import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { words } from "#core/api/problem.ts"
import { transferFacility } from "#core/commands/transferCommands.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { invitedRefusal } from "#core/transfers/transferRules.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { TextField } from "#web/ui/TextField.tsx"

/** Offers the facility to an admin of another company by e-mail (001 §4). */
export const TransferPanel = ({ facility }: { readonly facility: FacilityDetail }) => {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState("")
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const refusal = invitedRefusal(email)
  const close = (): void => {
    setOpen(false)
    setEmail("")
  }
  const send = async (): Promise<void> => {
    if (refusal !== null) return field.current?.focus()
    if (busy) return
    setBusy(true)
    try {
      await run(transferFacility, { facilityID: facility.facilityID, email: email.trim() })
      toast("success", "Facility transfer has been initiated successfully")
      close()
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityForm.transfer": () => {
        // The next key is for the field already.
        flushSync(() => setOpen(true))
        field.current?.focus()
      },
      ...(open ? { "facilityForm.keep": close, "facilities.transfer": () => void send() } : {})
    }
  })
  if (!open) {
    return (
      <div className="facility-transfer">
        <CommandButton command="facilityForm.transfer" />
        {facility.transferTo === null ? null : (
          <p className="muted">
            Offered to {facility.transferTo}, and not accepted yet. Another transfer takes the place of this one.
          </p>
        )}
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
      <p>
        {facility.facilityName} goes to the company of whoever has this e-mail address, with its{" "}
        {facility.no_of_locks === 1 ? "lock" : `${facility.no_of_locks} locks`} and their history, from the moment an
        Admin or Owner there accepts it.
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        ref={field}
        value={email}
        onText={setEmail}
        issue={email === "" || refusal === null ? undefined : words(refusal).error}
      />
      <p className="facility-do">
        <CommandButton command="facilityForm.keep" />
        <CommandButton
          command="facilities.transfer"
          look="primary"
          submit
          notYet={busy ? "It is being sent." : refusal === null ? null : words(refusal).error}
        >
          Submit
        </CommandButton>
      </p>
    </form>
  )
}
