import { useEffect, useState } from "react"
import { center } from "#web/app/CommandCenter.ts"
import { handlerPart } from "#web/app/lazyPart.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import type { AskedChange } from "./SelectionChanger.tsx"

const SelectionChanger = handlerPart(() => import("./SelectionChanger.tsx"), "SelectionChanger")

/** Passes a change of several locks to the lazily loaded part that plans and applies it. */
export const SelectionHost = () => {
  const [asked, setAsked] = useState<AskedChange | null>(null)
  useLoadedLater(SelectionChanger)
  useEffect(() => {
    const change: typeof center.changeSeveral = (command, selected, input) =>
      setAsked({ command, selected, input, pathname: location.pathname })
    center.changeSeveral = change
    return () => {
      if (center.changeSeveral === change) center.changeSeveral = () => undefined
    }
  }, [])
  return asked === null ? null : <SelectionChanger asked={asked} onLost={() => setAsked(null)} />
}
