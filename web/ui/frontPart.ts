import { createElement, type FunctionComponent, useEffect, useLayoutEffect, useRef } from "react"
import { type LazyPart, lazyPart, Nothing } from "#web/app/lazyPart.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { type KeyHold, keptKeys } from "#web/keyboard/KeptKeys.ts"

/**
 * A lazy dialog or menu that opens in front of the page. Keys typed before it has loaded are buffered for it, so that
 * none is lost or reaches the page behind it. Esc or a click cancels: `close` undoes the request to open it. So does a failure to
 * load it.
 */
export const frontPart = <Name extends string, P extends object>(
  load: () => Promise<{ readonly [K in Name]: FunctionComponent<P> }>,
  name: Name,
  close: (props: P) => void,
  Meanwhile: FunctionComponent<P> = Nothing
): LazyPart<P> => {
  let held: KeyHold | null = null
  let takenOver: KeyHold | null = null
  let There: FunctionComponent<P> | undefined

  const Coming = (props: P) => {
    const latest = useRef(props)
    useEffect(() => {
      latest.current = props
    })
    const giveUp = (): void => close(latest.current)
    useCommands({ scope: "anywhere", modal: true, handlers: { "layer.close": giveUp } })
    useLayoutEffect(() => {
      held = keptKeys.hold(giveUp)
    }, [])
    useEffect(() => {
      const hold = held
      // A click while waiting means the user moved on. The click that requested the part has already passed this
      // point.
      document.addEventListener("click", giveUp, { capture: true })
      return () => {
        document.removeEventListener("click", giveUp, { capture: true })
        if (hold !== takenOver) hold?.drop()
      }
    }, [])
    return createElement(Meanwhile, props)
  }

  /**
   * Wraps the part so that it takes over the buffered keys, and gets them once its mount effects, above all its
   * initial focus, are done.
   */
  const takingOver = (Part: FunctionComponent<P>) => (props: P) => {
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
    const module = await load()
    return { [name]: (There ??= takingOver(module[name])) } as { readonly [K in Name]: FunctionComponent<P> }
  }
  return lazyPart(loadIt, name, Coming, close)
}

/** A lazy dialog, closed by its `onClose`. */
export const dialogPart = <Name extends string, P extends { readonly onClose: () => void }>(
  load: () => Promise<{ readonly [K in Name]: FunctionComponent<P> }>,
  name: Name
): LazyPart<P> => frontPart(load, name, ({ onClose }) => onClose())
