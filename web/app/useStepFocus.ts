import { useEffect } from "react"

/** Whether an element has the focus only until the next step is there (`keepFocus`). */
const isKept = (element: EventTarget | null): boolean =>
  element instanceof Element && element.matches("[data-kept-focus]")

/**
 * For a screen that shows one step after another: if the focused control disappears with its step, the first element of the next
 * step that matches `selector`, such as its title, gets the focus, as soon as it is there.
 */
export const useStepFocus = (selector: string): void => {
  useEffect(() => {
    const main = document.getElementById("main")
    if (main === null) return
    let focused: Element | null = null
    let step: string | undefined
    const onFocus = ({ target }: FocusEvent): void => {
      if (isKept(target)) return
      focused = target instanceof Element && main.contains(target) ? target : null
      step = main.querySelector(selector)?.textContent
    }
    const watch = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return
      const { activeElement } = document
      if (activeElement !== document.body && !isKept(activeElement)) return
      const next = main.querySelector<HTMLElement>(selector)
      // A control that disappears within a step, such as an edited cell, is the step's own business.
      if (next === null || next.textContent === step) return
      next.focus({ preventScroll: true })
    })
    document.addEventListener("focusin", onFocus)
    watch.observe(main, { childList: true, subtree: true })
    return () => {
      document.removeEventListener("focusin", onFocus)
      watch.disconnect()
    }
  }, [selector])
}
