import { createContext, createElement, type ReactNode, use, useLayoutEffect, useRef, useState } from "react"
import type { Key } from "./keys.ts"
import type { Keyboard, Taking } from "./Keyboard.ts"

const KeyboardContext = createContext<Keyboard | null>(null)

interface KeyboardProviderProps {
  readonly keyboard: Keyboard
  readonly children?: ReactNode
}

const KeyboardProvider = ({ keyboard, children }: KeyboardProviderProps) => {
  const [turn, setTurn] = useState(0)
  const settled = useRef<() => void>(() => undefined)
  useLayoutEffect(() => {
    keyboard.open((whenSettled) => {
      settled.current = whenSettled
      // In one batch with the key's changes, so that both are rendered together.
      setTurn((before) => before + 1)
    })
  }, [keyboard])
  useLayoutEffect(() => {
    if (turn > 0) settled.current()
  }, [turn])
  return createElement(KeyboardContext, { value: keyboard }, children)
}

/** A screen whose pages use this keyboard. */
export const withKeyboard = (keyboard: Keyboard, screen: ReactNode): ReactNode =>
  createElement(KeyboardProvider, { keyboard }, screen)

interface UseKeysOptions extends Partial<Pick<Taking, "takes">> {
  /** False while another part of the page takes the keys. */
  readonly isActive?: boolean
  /** Ignores keys typed before the page was shown: it has to be read first. */
  readonly fresh?: boolean
}

/** Takes keys while the page is shown: from the commit that adds it to the one that removes it. */
export const useKeys = (
  onKey: (key: Key) => void,
  { takes = "all", isActive = true, fresh = false }: UseKeysOptions = {}
): void => {
  const keyboard = use(KeyboardContext)
  if (keyboard === null) throw new Error("useKeys needs a keyboard provider above it")
  const latest = useRef(onKey)
  useLayoutEffect(() => {
    latest.current = onKey
  })
  useLayoutEffect(() => {
    if (!isActive) return
    if (fresh) keyboard.forget()
    return keyboard.give({ takes, onKey: (key) => latest.current(key) })
  }, [keyboard, takes, isActive, fresh])
}
