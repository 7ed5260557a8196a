import { useEffect, useState } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Layer } from "#web/app/CommandCenter.ts"
import { inDialog, inField } from "#web/keyboard/places.ts"

type Handlers = Layer["handlers"]

/**
 * The handlers of a list's row commands. Those used before the first rows have loaded run in order once they have, unless Esc
 * drops them or the focus is in a field or dialog by then.
 */
export const useEarlyRowKeys = (handlers: Handlers, waits: boolean): Handlers => {
  const [early, setEarly] = useState<ReadonlyArray<CommandId>>([])
  // One per render: the next command acts on the row that the one before it moved to.
  useEffect(() => {
    const [next, ...then] = early
    if (waits || next === undefined) return
    const elsewhere = inField(document.activeElement) || inDialog(document.activeElement)
    setEarly(elsewhere ? [] : then)
    if (!elsewhere) handlers[next]?.({})
  })
  // A key pressed meanwhile must not overtake them.
  if (!waits && early.length === 0) return handlers
  const keep = (id: string) => [id, () => setEarly((before) => [...before, id as CommandId])]
  return {
    ...Object.fromEntries(Object.keys(handlers).map(keep)),
    ...(early.length === 0 ? {} : { "layer.close": () => setEarly([]) })
  }
}
