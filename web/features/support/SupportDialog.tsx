import { useId, useRef, useState } from "react"
import { createTicket } from "#core/commands/supportCommands.ts"
import { ticketIssues } from "#core/support/ticketRules.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { ticketCategories, ticketWords } from "#core/support/tickets.ts"
import { failureText } from "#web/app/failures.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { anywhere, keptInputs, keyOfInput } from "#web/app/keptInputs.ts"
import { keepInput, useKeepInput } from "#web/app/useKeepInput.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { FacilityBoxes } from "./FacilityBoxes.tsx"
import { ImageField } from "./ImageField.tsx"
import { isChanged, type OpenTicket, type TicketDraft, ticketForm } from "./ticketDraft.ts"
import "./support.css"

interface SupportDialogProps {
  readonly ticket: OpenTicket
  /** Called when the dialog is closed without sending. */
  readonly onLeave: () => void
  readonly onSent: () => void
}

/** The form of a support ticket (002 §2, §5). It keeps its text whatever the outcome. */
export const SupportDialog = ({ ticket, onLeave, onSent }: SupportDialogProps) => {
  const [draft, setDraft] = useState(ticket.draft)
  const [key] = useState(() => keyOfInput(ticket.key, anywhere))
  const kept: OpenTicket = { key: ticket.key, draft, opener: null }
  useKeepInput(ticketForm, isChanged(ticket.key, draft) ? kept : null, anywhere)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const categoryId = useId()
  const descriptionId = useId()
  const change = (more: Partial<TicketDraft>): void => setDraft((before) => ({ ...before, ...more }))
  const issues = new Map(tried ? ticketIssues(draft).map(({ path, message }) => [path, message]) : [])

  const send = async (): Promise<void> => {
    if (busy) return
    setTried(true)
    const [first] = ticketIssues(draft)
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus()
    setBusy(true)
    try {
      const { subject, category, description, facilityIDs, images } = draft
      const { data, message } = await run(createTicket, {
        subject: subject.trim(),
        category,
        description,
        facilityIDs: [...facilityIDs],
        images
      })
      toast("success", message, `Ticket number: ${data.ticketID}.`)
      keptInputs.delete(key)
      onSent()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallFailure)) throw error
      if (!error.cancelled) toast("error", ticketWords.failed, failureText(error))
    }
  }
  const leave = (): void => {
    if (isChanged(ticket.key, draft)) {
      keepInput(key, draft)
      toast("info", "We saved your draft.", "Open Contact support to continue it.")
    } else keptInputs.delete(key)
    onLeave()
  }
  useCommands({
    scope: "anywhere",
    modal: true,
    handlers: { "layer.close": leave, "form.submit": () => void send() }
  })
  return (
    <Dialog title="Support" onClose={leave} opener={ticket.opener} className="support">
      <CommandForm ref={form} noValidate>
        <SentFields sending={busy} className="support-body">
          <TextField
            label="Subject"
            name="subject"
            required
            maxLength={ticketLimits.subject}
            value={draft.subject}
            onText={(subject) => change({ subject })}
            issue={issues.get("subject")}
          />
          <div className="field">
            <label htmlFor={categoryId}>Category</label>
            <select
              id={categoryId}
              name="category"
              className="select"
              required
              value={draft.category}
              aria-invalid={issues.has("category")}
              aria-describedby={issues.has("category") ? `${categoryId}-issue` : undefined}
              onChange={({ target }) =>
                change({ category: ticketCategories.find((category) => category === target.value) ?? "" })
              }
            >
              <option value="">Choose a category</option>
              {ticketCategories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </select>
            <Issue id={`${categoryId}-issue`} text={issues.get("category")} />
          </div>
          <FacilityBoxes chosen={draft.facilityIDs} onChosen={(facilityIDs) => change({ facilityIDs })} />
          <div className="field">
            <label htmlFor={descriptionId}>Description</label>
            <textarea
              id={descriptionId}
              name="description"
              className="input"
              required
              rows={6}
              maxLength={ticketLimits.description}
              value={draft.description}
              aria-invalid={issues.has("description")}
              aria-describedby={issues.has("description") ? `${descriptionId}-issue` : undefined}
              onChange={({ target }) => change({ description: target.value })}
            />
            <Issue id={`${descriptionId}-issue`} text={issues.get("description")} />
          </div>
          <ImageField images={draft.images} onImages={(images) => change({ images })} />
        </SentFields>
        <p className="dialog-foot support-foot">
          <CommandButton command="layer.close">Cancel</CommandButton>
          <CommandButton command="form.submit" look="primary" submit notYet={busy ? "Sending…" : null}>
            {busy ? "Sending ..." : "Submit Request"}
          </CommandButton>
        </p>
      </CommandForm>
    </Dialog>
  )
}

const Issue = ({ id, text }: { readonly id: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p id={id} className="issue">
      {text}
    </p>
  )
