import { useRef, useState } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { frontPart } from "#web/ui/frontPart.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { beginTicket, draftKey, isChanged, type OpenTicket, type TicketDraft, ticketForm } from "./ticketDraft.ts"
import { loadForCall } from "#web/app/loadForCall.ts"

const SupportDialog = frontPart(
  () => import("./SupportDialog.tsx"),
  "SupportDialog",
  ({ ticket, onLeave }) => onLeave(ticket.draft)
)

/** Handles `support.ticket` anywhere. A draft left unsent is restored when the dialog opens again. */
export const SupportHost = () => {
  const [open, setOpen] = useState<OpenTicket | null>(useKeptInput(ticketForm))
  const drafts = useRef(new Map<string, TicketDraft>())
  useLoadedLater(SupportDialog)
  useCommands({
    scope: "anywhere",
    handlers: {
      "support.ticket": (given) => {
        const begun = beginTicket(given)
        const key = draftKey(begun)
        setOpen({ key, draft: drafts.current.get(key) ?? begun, opener: document.activeElement })
      },
      "support.ticketImage": (given) => {
        const { input } = given
        // Synchronously, so that the next keys reach the palette.
        if (input?.image === undefined) return center.passOn("support.ticketImage", given)
        void loadForCall(() => import("./saveTicketImage.ts")).then(
          (loaded) => loaded.saveTicketImage({ ...input }),
          tellFailure
        )
      }
    }
  })
  if (open === null) return null
  return (
    <SupportDialog
      ticket={open}
      onLeave={(draft) => {
        if (isChanged(open.key, draft)) {
          drafts.current.set(open.key, draft)
          toast("info", "We saved your draft.", "Open Contact support to continue it.")
        } else drafts.current.delete(open.key)
        setOpen(null)
      }}
      onSent={() => {
        drafts.current.delete(open.key)
        // Another ticket may be open by now.
        setOpen((now) => (now?.key === open.key ? null : now))
      }}
    />
  )
}
