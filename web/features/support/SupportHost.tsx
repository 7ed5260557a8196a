import { useState } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { frontPart } from "#web/ui/frontPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { anywhere, keptInputs, keyOfInput, useKeptInput } from "#web/app/keptInputs.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { beginTicket, draftKey, type OpenTicket, type TicketDraft, ticketForm } from "./ticketDraft.ts"
import { loadForCall } from "#web/app/loadForCall.ts"

const SupportDialog = frontPart(
  () => import("./SupportDialog.tsx"),
  "SupportDialog",
  ({ onLeave }) => onLeave()
)

/** Handles `support.ticket` anywhere. A draft left unsent is restored when the dialog opens again. */
export const SupportHost = () => {
  const [open, setOpen] = useState<OpenTicket | null>(useKeptInput(ticketForm, anywhere))
  useLoadedLater(SupportDialog)
  useCommands({
    scope: "anywhere",
    handlers: {
      "support.ticket": (given) => {
        const begun = beginTicket(given)
        const key = draftKey(begun)
        const draft = keptInputs.get(keyOfInput(key, anywhere)) as TicketDraft | undefined
        setOpen({ key, draft: draft ?? begun, opener: document.activeElement })
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
      onLeave={() => setOpen(null)}
      // Another ticket may be open by now.
      onSent={() => setOpen((now) => (now?.key === open.key ? null : now))}
    />
  )
}
