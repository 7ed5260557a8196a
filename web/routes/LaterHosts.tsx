import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { keepErrors } from "#web/app/keepErrors.ts"
import { WaitingKeys } from "#web/features/keys/WaitingKeys.tsx"
import { IdleWatch } from "#web/features/auth/IdleWatch.tsx"
import { keepFocus } from "#web/keyboard/keepFocus.ts"
import { closeOnLeaving } from "./closeOnLeaving.ts"
import { leaveWhenRefused } from "./leaveWhenRefused.ts"

/** Background work that the first screen doesn't need. */
export const LaterHosts = () => {
  const router = useRouter()
  useEffect(() => closeOnLeaving(router.history), [router])
  useEffect(() => leaveWhenRefused(router), [router])
  useEffect(keepFocus, [])
  useEffect(keepErrors, [])
  return (
    <>
      <WaitingKeys />
      <IdleWatch />
    </>
  )
}
