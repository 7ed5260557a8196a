import { useState } from "react"
import { flushSync } from "react-dom"
import type { CompanyId } from "#core/base/ids.ts"
import { availability } from "#core/commands/availability.ts"
import { homePath } from "#core/navigation/routes.ts"
import { headById } from "#core/commands/headById.ts"
import { center, type Given } from "#web/app/CommandCenter.ts"
import { dialogPart } from "#web/ui/frontPart.ts"
import { session } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { actFor } from "#web/ui/actFor.ts"

const CompanyPicker = dialogPart(() => import("./CompanyPicker.tsx"), "CompanyPicker")

interface Open {
  readonly opener: Element | null
  readonly search: string
  /** The lock to look up once a company is chosen. */
  readonly serialCode: unknown
}

const openLock = (serialCode: string): void => {
  const user = session.user
  const command = headById("locks.reveal")
  const may = user === null || command === undefined ? null : availability(command, user)
  // If the combination isn't masked, the lock page already shows it.
  const shows = may !== null && !may.allowed && may.problem._tag === "RevealNotOffered"
  center.perform(shows ? "locks.show" : "locks.reveal", { input: { serialCode } })
}

/** Acts for a company, and looks up the lock it was chosen for. */
const choose = (companyID: CompanyId | null, serialCode: unknown): Promise<void> =>
  actFor(companyID, homePath, typeof serialCode === "string" ? () => openLock(serialCode) : undefined)

/** Handles acting for a company anywhere: at once if the command names one, otherwise through the picker. */
export const ActingHost = () => {
  const [open, setOpen] = useState<Open | null>(null)
  useLoadedLater(CompanyPicker)
  const handle = ({ input }: Given<"companies.actFor">): void => {
    if (input?.companyID !== undefined) return void choose(input.companyID, input.serialCode)
    flushSync(() =>
      setOpen({
        opener: document.activeElement,
        search: input?.search ?? "",
        serialCode: input?.serialCode ?? null
      })
    )
  }
  useCommands({
    scope: "anywhere",
    handlers: { "companies.actFor": handle, "companies.actForOwn": () => void choose(null, null) }
  })
  if (open === null) return null
  return (
    <CompanyPicker
      opener={open.opener}
      search={open.search}
      onClose={() => setOpen(null)}
      onChoose={(companyID) => {
        flushSync(() => setOpen(null))
        void choose(companyID, open.serialCode)
      }}
    />
  )
}
