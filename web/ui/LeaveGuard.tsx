import { useBlocker } from "@tanstack/react-router"
import { useLayoutEffect, useState } from "react"
import { session } from "#web/app/Session.ts"
import { guardTyped } from "#web/app/unsaved.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"

/** Asked wherever something typed would be lost (001 §4). */
export const progressLost = "Any progress will be lost. Are you sure?"

/** Where these of an address change, another form stands at the same path. */
const subjects = ["companyID", "role"] as const

interface LeaveGuardProps {
  readonly dirty: boolean
  /** The form stands in a dialog, which asks `mayLoseTyped("dialog")` before it closes. */
  readonly inDialog?: boolean
}

/**
 * Asks before a form with unsaved changes is left: by a link, a key, Back, with the tab itself, or by whatever else asks
 * `mayLoseTyped`. Another view of the same address is no leaving, and the end of a session asks nobody.
 */
export const LeaveGuard = ({ dirty, inDialog = false }: LeaveGuardProps) => {
  const [asked, setAsked] = useState<{ readonly answer: (yes: boolean) => void } | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return
    return guardTyped(() => new Promise((answer) => setAsked({ answer })), inDialog ? "dialog" : "page")
  }, [dirty, inDialog])
  const holds = (): boolean => dirty && session.token !== null
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (!holds()) return false
      if (current.pathname !== next.pathname) return true
      // A screen that writes into its own address what was chosen has asked before.
      const [here, there]: ReadonlyArray<Readonly<Record<string, unknown>>> = [current.search, next.search]
      return action !== "REPLACE" && subjects.some((name) => here?.[name] !== there?.[name])
    },
    enableBeforeUnload: holds,
    withResolver: true
  })
  if (asked !== null) {
    const answer = (yes: boolean): void => {
      setAsked(null)
      asked.answer(yes)
    }
    return <ConfirmDialog title={progressLost} onYes={() => answer(true)} onNo={() => answer(false)} />
  }
  return blocker.status === "blocked" ? (
    <ConfirmDialog title={progressLost} onYes={blocker.proceed} onNo={blocker.reset} />
  ) : null
}
