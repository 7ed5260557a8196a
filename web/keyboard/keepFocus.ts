import { inDialog } from "./places.ts"

/** The list with this frame, toolbar and selection bar, or the element itself if it is a list or another part of the screen. */
const partAt = (element: HTMLElement): HTMLElement | null =>
  element.matches(".grid")
    ? element.querySelector<HTMLElement>("[role=grid]")
    : element.matches("[role=grid], form, section")
      ? element
      : null

/** The parts around a control, innermost first, and the title of its screen. */
const partsAround = (control: Element, main: Element): ReadonlyArray<HTMLElement> => {
  const around: Array<HTMLElement> = []
  for (let at = control.parentElement; at !== null && at !== main; at = at.parentElement) {
    const part = partAt(at)
    if (part !== null) around.push(part)
  }
  const title = main.querySelector("h1")
  return title === null ? around : [...around, title]
}

const focusPart = (part: HTMLElement): void => {
  const isOwn = part.hasAttribute("tabindex")
  if (!isOwn) part.tabIndex = -1
  part.dataset["keptFocus"] = ""
  const onLeft = (): void => {
    if (!isOwn) part.removeAttribute("tabindex")
    delete part.dataset["keptFocus"]
  }
  part.addEventListener("blur", onLeft, { once: true })
  part.focus({ preventScroll: true })
}

/**
 * Keeps the focus nearby if the focused control disappears, such as the button of a row that it removed: the list or the part of the
 * screen around it gets the focus, or else the title, so that screen readers and Tab continue there. Also if it disappeared while a
 * dialog was in front. Returns a function that stops it.
 */
export const keepFocus = (): (() => void) => {
  let control: Element | null = null
  let around: ReadonlyArray<HTMLElement> = []
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || inDialog(target)) return
    const main = target.closest("#main")
    control = main === null ? null : target
    around = main === null ? [] : partsAround(target, main)
  }
  /** A control that was left, as a field with Esc, may disappear. */
  const onBlur = (): void =>
    queueMicrotask(() => {
      if (control?.isConnected === true && document.activeElement === document.body) control = null
    })
  const watch = new MutationObserver(() => {
    if (control === null || control.isConnected || document.activeElement !== document.body) return
    control = null
    const part = around.find((each) => each.isConnected)
    if (part !== undefined) focusPart(part)
  })
  document.addEventListener("focusin", onFocus)
  document.addEventListener("focusout", onBlur)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener("focusin", onFocus)
    document.removeEventListener("focusout", onBlur)
    watch.disconnect()
  }
}
