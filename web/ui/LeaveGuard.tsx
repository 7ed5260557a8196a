import { type RouterHistory, useRouter } from "@tanstack/react-router"
import { useLayoutEffect, useState } from "react"
import { closeFronts } from "#web/app/closeFronts.ts"
import { toast } from "#web/app/notices.ts"
import { session } from "#web/app/Session.ts"
import { guardTyped, mayLeave } from "#web/app/unsaved.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"

/** Question before unsaved input is discarded (001 §4). */
export const progressLost = "Any progress will be lost. Are you sure?"

/** If one of these search parameters changes, the same path shows a different form. */
const subjects = ["companyID", "role"] as const

type Navigation = Parameters<Parameters<RouterHistory["block"]>[0]["blockerFn"]>[0]

/** Whether a navigation leaves the form. A screen that replaces its own URL after a choice has already asked. */
const leaves = ({ currentLocation: here, nextLocation: there, action }: Navigation): boolean => {
  if (here.pathname !== there.pathname) return true
  const [before, after] = [new URLSearchParams(here.search), new URLSearchParams(there.search)]
  return action !== "REPLACE" && subjects.some((name) => before.get(name) !== after.get(name))
}

interface LeaveGuardProps {
  readonly dirty: boolean
  /** The form is in a dialog, which calls `mayLoseTyped("dialog")` before it closes. */
  readonly inDialog?: boolean
}

/**
 * Asks before the user leaves a form with unsaved changes: by a link, a key, Back, closing the tab, or anything else
 * that calls `mayLoseTyped`. Changing other search parameters isn't leaving, and the end of a session doesn't ask.
 */
export const LeaveGuard = ({ dirty, inDialog = false }: LeaveGuardProps) => {
  const { history } = useRouter()
  const [asked, setAsked] = useState<{ readonly answer: (yes: boolean) => void } | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return
    const { user } = session
    const { pathname } = location
    const forget = guardTyped(() => new Promise((answer) => setAsked({ answer })), inDialog ? "dialog" : "page")
    const unblock = history.block({
      blockerFn: async (change) => {
        if (session.token === null || !leaves(change)) return false
        // The question would open behind it.
        closeFronts({ palette: true, dialogs: false })
        return !(await mayLeave())
      },
      enableBeforeUnload: () => session.token !== null
    })
    return () => {
      unblock()
      // The user lost the permission to see this screen, which asks nothing.
      const isUnasked = forget() && session.token !== null && session.user !== user
      if (isUnasked && location.pathname !== pathname) toast("warning", "Your unsaved changes were discarded.")
    }
  }, [dirty, inDialog, history])
  const answer = (yes: boolean): void => {
    setAsked(null)
    asked?.answer(yes)
  }
  useLayoutEffect(() => {
    // The input was saved meanwhile, so nothing would be lost.
    if (!dirty) answer(false)
  }, [dirty])
  if (asked === null) return null
  return <ConfirmDialog title={progressLost} onYes={() => answer(true)} onNo={() => answer(false)} />
}
