import { RouterProvider } from "@tanstack/react-router"
import { useLayoutEffect, useState } from "react"
import { accessOf } from "#core/commands/endpoints.ts"
import { commandHeads } from "#core/commands/heads.ts"
import { learnCommands } from "#web/app/commandBook.ts"
import { lazyPart } from "#web/app/lazyPart.ts"
import { watchReturns } from "#web/app/returning.ts"
import { closeOnLeaving } from "./closeOnLeaving.ts"
import { leaveWhenRefused } from "./leaveWhenRefused.ts"
import { createConsoleRouter } from "./router.tsx"

learnCommands(commandHeads, accessOf)

const DevTools = import.meta.env.DEV ? lazyPart(() => import("./DevTools.tsx"), "DevTools") : null

/** Everything behind the guard. Loaded on the first protected path. */
export const ProtectedConsole = () => {
  const [router, setRouter] = useState<ReturnType<typeof createConsoleRouter> | null>(null)
  // In an effect, because a router patches `history`, and only an effect can undo it.
  useLayoutEffect(() => {
    const created = createConsoleRouter()
    setRouter(created)
    const stops = [leaveWhenRefused(created), closeOnLeaving(created.history), watchReturns(created)]
    return () => {
      for (const stop of stops) stop()
      created.history.destroy()
    }
  }, [])
  if (router === null) return null
  return (
    <>
      <RouterProvider router={router} />
      {DevTools === null ? null : <DevTools router={router} />}
    </>
  )
}
