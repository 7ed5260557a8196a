import { useEffect } from "react"
import { keepErrors } from "#web/app/keepErrors.ts"
import { WaitingKeys } from "#web/features/keys/WaitingKeys.tsx"
import { IdleWatch } from "#web/features/auth/IdleWatch.tsx"
import { DraftGuard } from "#web/ui/DraftGuard.tsx"
import { keepFocus } from "#web/keyboard/keepFocus.ts"

/** Background work that the first screen doesn't need. */
export const LaterHosts = () => {
  useEffect(keepFocus, [])
  useEffect(keepErrors, [])
  return (
    <>
      <WaitingKeys />
      <IdleWatch />
      <DraftGuard />
    </>
  )
}
