import { useEffect, useLayoutEffect, useRef, useState } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { Layer } from "#web/app/CommandCenter.ts"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"
import { inDialog, inField } from "#web/keyboard/places.ts"

type Handlers = Layer["handlers"]

const isElsewhere = (): boolean => inField(document.activeElement) || inDialog(document.activeElement)

/** State of a list's rows. */
interface EarlyRows {
  /** The first rows are loading. */
  readonly waits: boolean
  readonly isEmpty: boolean
}

/**
 * The handlers of a list's row commands. Those used before the first rows have loaded run in order once they have, and then the
 * keys that nothing handled before, such as those of a lock's commands. Esc drops them all, as do a list that remains empty and the
 * focus in a field or dialog by then.
 */
export const useEarlyRowKeys = (handlers: Handlers, { waits, isEmpty }: EarlyRows): Handlers => {
  const [early, setEarly] = useState<ReadonlyArray<CommandId>>([])
  const holds = waits || early.length > 0
  const drops = useRef(false)
  useLayoutEffect(() => {
    drops.current = !waits && (isEmpty || isElsewhere())
  })
  useEffect(() => {
    if (!holds) return
    const ready = keptKeys.awaitScreen({ onForgotten: () => setEarly([]) })
    return () => {
      if (drops.current) keptKeys.forgetScreen()
      ready()
    }
  }, [holds])
  // One per render: the next command acts on the row that the one before it moved to.
  useEffect(() => {
    const [next, ...then] = early
    if (waits || next === undefined) return
    if (isElsewhere()) return keptKeys.forgetScreen()
    setEarly(then)
    handlers[next]?.({})
  })
  // A key pressed meanwhile must not overtake them.
  if (!waits && early.length === 0) return handlers
  const keep = (id: string) => [id, () => setEarly((before) => [...before, id as CommandId])]
  return {
    ...Object.fromEntries(Object.keys(handlers).map(keep)),
    ...(early.length === 0 ? {} : { "layer.close": () => setEarly([]) })
  }
}
