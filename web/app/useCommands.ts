import { useContext, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { type AnyGiven, center, type Layer, type May, nothingSelected } from "./CommandCenter.ts"
import { commandBook } from "./commandBook.ts"
import { InMain } from "./InMain.ts"
import { useUser } from "./Session.ts"

/**
 * Handles commands while the component is mounted. Handlers are read when they run, so they may change on every
 * render.
 */
export const useCommands = (layer: Layer, enabled = true): void => {
  const latest = useRef(layer)
  useLayoutEffect(() => {
    latest.current = layer
  })
  const ids = Object.keys(layer.handlers).join(" ")
  const onScreen = useContext(InMain)
  const takesDigits = layer.onDigits !== undefined
  // Before the browser paints, so that a key pressed as soon as something is shown isn't lost.
  useLayoutEffect(() => {
    if (!enabled) return
    const handlers = Object.fromEntries(
      (ids === "" ? [] : ids.split(" ")).map((id) => [
        id,
        (given: Parameters<NonNullable<Layer["handlers"][CommandId]>>[0]) =>
          latest.current.handlers[id as CommandId]?.(given)
      ])
    )
    return center.add({
      scope: layer.scope,
      onScreen,
      modal: layer.modal ?? false,
      handlers,
      digits: () => latest.current.digits?.() ?? true,
      ...(takesDigits ? { onDigits: (digits: string) => latest.current.onDigits?.(digits) } : {}),
      onRefused: (...refusal) => latest.current.onRefused?.(...refusal) ?? false,
      lock: () => latest.current.lock?.() ?? null,
      selected: () => latest.current.selected?.() ?? nothingSelected,
      rows: () => latest.current.rows?.() ?? null
    })
  }, [enabled, ids, layer.scope, layer.modal, takesDigits, onScreen])
  // After it, because buttons everywhere may be available now.
  useEffect(() => {
    if (!enabled) return
    center.changed()
    return () => center.changed()
  }, [enabled, ids, layer.scope, layer.modal, takesDigits, onScreen])
}

/** Whether a command can run now with this input, and if not, why. */
export const useAvailability = (id: CommandId, given?: AnyGiven): May => {
  const user = useUser()
  useSyncExternalStore(center.subscribe, center.revision)
  const command = commandBook().byId(id)
  if (command === undefined) throw new RangeError(`no command ${id}`)
  return center.availability(command, user, given)
}
