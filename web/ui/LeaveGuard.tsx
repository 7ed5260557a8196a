import { useBlocker } from "@tanstack/react-router"
import { useLayoutEffect, useState } from "react"
import { session } from "#web/app/Session.ts"
import { guardTyped } from "#web/app/unsaved.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"

/** Question before unsaved input is discarded (001 §4). */
export const progressLost = "Any progress will be lost. Are you sure?"

/** If one of these search parameters changes, the same path shows a different form. */
const subjects = ["companyID", "role"] as const

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
      // A screen that replaces its own URL after a choice has already asked.
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
