import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { IdleWatch } from "#web/features/auth/IdleWatch.tsx"
import { closeFronts } from "./closeFronts.ts"

/** Background work that the first screen doesn't need. */
export const LaterHosts = () => {
  const { history } = useRouter()
  useEffect(() => closeFronts(history), [history])
  return <IdleWatch />
}
