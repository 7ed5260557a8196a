import { useState } from "react"
import { dialogPart } from "#web/ui/frontPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { nameForm } from "./nameForm.ts"

const AccountDialog = dialogPart(() => import("./AccountDialog.tsx"), "AccountDialog")

/** Handles `account.open` and the other account commands anywhere by opening the dialog. */
export const AccountHost = () => {
  const kept = useKeptInput(nameForm)
  const [opener, setOpener] = useState<{ readonly element: Element | null } | null>(
    kept === null ? null : { element: null }
  )
  const open = (): void => setOpener({ element: document.activeElement })
  useLoadedLater(AccountDialog)
  useCommands({
    scope: "anywhere",
    handlers: {
      "account.open": open,
      "account.show": open,
      "account.name": open,
      "account.email": open,
      "account.password": open
    }
  })
  return opener === null ? null : <AccountDialog opener={opener.element} onClose={() => setOpener(null)} />
}
