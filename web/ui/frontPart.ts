import { type ComponentType, createElement, useEffect, useLayoutEffect, useRef, useState } from "react"
import { type LazyPart, lazyPart } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { type KeyHold, keptKeys } from "#web/keyboard/KeptKeys.ts"

const Nothing = (): null => null

/**
 * A lazy part that comes in front of the page when somebody asks for it: a dialog or a menu. What is typed before it is there is
 * kept for it: no key is lost, and none reaches what lies behind. Esc or a click gives it up: `close` takes back that it was asked for.
 */
export const frontPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name,
  close: (props: P) => void,
  Meanwhile: ComponentType<P> = Nothing
): LazyPart<P> => {
  let held: KeyHold | null = null
  let takenOver: KeyHold | null = null
  let failed = (): void => undefined
  let There: ComponentType<P> | undefined

  const Coming = (props: P) => {
    const [waits, setWaits] = useState(true)
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    const giveUp = (): void => close(latest.current)
    useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": giveUp } }, waits)
    useLayoutEffect(() => {
      if (!waits) return
      held = keptKeys.hold(giveUp)
      failed = () => setWaits(false)
    }, [waits])
    useEffect(() => {
      if (!waits) return
      const hold = held
      // Whoever clicks meanwhile has turned to something else. The click that asked for the part has passed here already.
      document.addEventListener("click", giveUp, { capture: true })
      return () => {
        document.removeEventListener("click", giveUp, { capture: true })
        if (hold !== takenOver) hold?.drop()
      }
    }, [waits])
    return createElement(Meanwhile, props)
  }

  /** The part, which takes over the keys and gets them when all that it begins with has happened, its focus above all. */
  const takingOver = (Part: ComponentType<P>) => (props: P) => {
    const mine = useRef<KeyHold | null>(null)
    useLayoutEffect(() => {
      mine.current = held
      takenOver = held
      held = null
    }, [])
    useEffect(() => mine.current?.release(), [])
    return createElement(Part, props)
  }

  const loadIt = async () => {
    try {
      const module = await load()
      return { [name]: (There ??= takingOver(module[name])) } as { readonly [K in Name]: ComponentType<P> }
    } catch (error) {
      failed()
      throw error
    }
  }
  return lazyPart(loadIt, name, Coming)
}

/** A lazy part in front of the page that is closed by its `onClose`, as every dialog is. */
export const dialogPart = <Name extends string, P extends { readonly onClose: () => void }>(
  load: () => Promise<{ readonly [K in Name]: ComponentType<P> }>,
  name: Name
): LazyPart<P> => frontPart(load, name, ({ onClose }) => onClose())
