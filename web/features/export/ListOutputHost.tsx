import { useState } from "react"
import { handlerPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { listedNow, useHasListed } from "#web/grid/GridExport.ts"
import type { Asked } from "./ListOutput.tsx"

const ListOutput = handlerPart(() => import("./ListOutput.tsx"), "ListOutput")

/** Handles export and print for the grid on the screen. An export continues when the user leaves the screen. */
export const ListOutputHost = () => {
  const hasListed = useHasListed()
  const [asked, setAsked] = useState<Asked | null>(null)
  const there = useLoadedLater(ListOutput)
  const ask = (what: Asked["what"]) => () => setAsked({ what, listed: listedNow() })
  useCommands(
    {
      scope: "lists",
      handlers: { "list.export": ask("xlsx"), "list.exportCsv": ask("csv"), "list.print": ask("print") }
    },
    hasListed
  )
  return asked === null && !(there && hasListed) ? null : <ListOutput asked={asked} onLost={() => setAsked(null)} />
}
