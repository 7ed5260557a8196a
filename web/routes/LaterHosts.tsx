import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { WaitingKeys } from "#web/features/keys/WaitingKeys.tsx"
import { IdleWatch } from "#web/features/auth/IdleWatch.tsx"
import { keepFocus } from "#web/keyboard/keepFocus.ts"
import { closeOnLeaving } from "./closeOnLeaving.ts"

/** Background work that the first screen doesn't need. */
export const LaterHosts = () => {
  const { history } = useRouter()
  useEffect(() => closeOnLeaving(history), [history])
  useEffect(keepFocus, [])
  return (
    <>
      <WaitingKeys />
      <IdleWatch />
    </>
  )
}
