import { useState } from "react"
import { handlerPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import type { AskedTest } from "./FmsTester.tsx"

const FmsTester = handlerPart(() => import("./FmsTester.tsx"), "FmsTester")

/** Handles 'Test FMS' on screens without the table, and loads the part that runs it. */
export const FmsTestHost = () => {
  const [asked, setAsked] = useState<AskedTest | null>(null)
  useLoadedLater(FmsTester)
  useCommands({
    scope: "anywhere",
    handlers: { "fms.test": ({ input }) => setAsked({ facilities: input?.facilities }) }
  })
  return asked === null ? null : <FmsTester asked={asked} onLost={() => setAsked(null)} />
}
