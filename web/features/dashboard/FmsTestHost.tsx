import { useState } from "react"
import { lazyPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import type { AskedTest } from "./FmsTester.tsx"

const FmsTester = lazyPart(() => import("./FmsTester.tsx"), "FmsTester")

/** Hands 'Test FMS', where the table is not shown, to the part that carries it out, which is loaded later. */
export const FmsTestHost = () => {
  const [asked, setAsked] = useState<AskedTest | null>(null)
  useLoadedLater(FmsTester)
  useCommands({
    scope: "anywhere",
    handlers: { "fms.test": ({ input }) => setAsked({ facilities: input?.facilities }) }
  })
  return asked === null ? null : <FmsTester asked={asked} />
}
