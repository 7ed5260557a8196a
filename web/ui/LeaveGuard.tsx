import { useBlocker } from "@tanstack/react-router"
import { session } from "#web/app/Session.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"

/** Asked wherever something typed would be lost (001 §4). */
export const progressLost = "Any progress will be lost. Are you sure?"

/**
 * Asks before a form with unsaved changes is left: by a link, a key, Back, or with the tab itself. Another view of the same
 * address is no leaving, and the end of a session asks nobody.
 */
export const LeaveGuard = ({ dirty }: { readonly dirty: boolean }) => {
  const holds = (): boolean => dirty && session.token !== null
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => holds() && current.pathname !== next.pathname,
    enableBeforeUnload: holds,
    withResolver: true
  })
  return blocker.status === "blocked" ? (
    <ConfirmDialog title={progressLost} onYes={blocker.proceed} onNo={blocker.reset} />
  ) : null
}
