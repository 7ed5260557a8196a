import { RouterProvider } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { accessOf } from "#core/commands/endpoints.ts"
import { commandHeads } from "#core/commands/heads.ts"
import { learnCommands } from "#web/app/commandBook.ts"
import { leaveWhenRefused } from "./leaveWhenRefused.ts"
import { createConsoleRouter } from "./router.tsx"

learnCommands(commandHeads, accessOf)

/** Everything behind the guard. Loaded on the first protected path. */
export const ProtectedConsole = () => {
  const [router] = useState(createConsoleRouter)
  useEffect(() => {
    const stop = leaveWhenRefused(router)
    return () => {
      stop()
      // The router patches `history`.
      router.history.destroy()
    }
  }, [router])
  return <RouterProvider router={router} />
}
