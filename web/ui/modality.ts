/** Veils of the open dialogs. Only the last one can be used. */
const veils: Array<HTMLElement> = []

/** The parts of the page, without the toasts, which can be used in front of a dialog, and the palette, which is modal itself. */
const parts = (): Iterable<HTMLElement> =>
  document.querySelectorAll("body > :not(#root, dialog, script), #root > :not(.toasts)")

/** Makes everything behind the last dialog inert, and keeps the page from scrolling. */
const cover = (): void => {
  const top = veils.at(-1)
  const { style } = document.body
  if (top === undefined) {
    style.overflow = ""
    style.paddingRight = ""
  } else if (style.overflow !== "hidden") {
    // The place of the scrollbar, so that the page behind doesn't move.
    style.paddingRight = `${innerWidth - document.documentElement.clientWidth}px`
    style.overflow = "hidden"
  }
  for (const part of parts()) {
    part.inert = top !== undefined && !part.contains(top)
    // For assistive technology that doesn't know `inert` yet.
    part.ariaHidden = part.inert ? "true" : null
  }
}

/** Elements that Tab reaches. */
const tabStops = (veil: Element): ReadonlyArray<HTMLElement> =>
  [...veil.querySelectorAll<HTMLElement>("*")].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility({ visibilityProperty: true })
  )

const focus = (element: HTMLElement | undefined): void => {
  element?.focus({ preventScroll: true })
  if (element instanceof HTMLInputElement) element.select()
}

/**
 * Keeps the focus in a dialog until the returned function is called: Tab goes around in it. The dialog gets the focus first if
 * `focusSelf`, else its first field or button, unless a part of it already has the focus.
 */
export const trapFocus = (veil: HTMLElement, dialog: HTMLElement, focusSelf: boolean): (() => void) => {
  veils.push(veil)
  cover()
  if (!dialog.contains(document.activeElement)) {
    focus(focusSelf ? dialog : (tabStops(dialog).find(({ tagName }) => tagName !== "A") ?? dialog))
  }
  let last: HTMLElement = dialog
  const isTop = (): boolean => veils.at(-1) === veil
  const stay = ({ target }: FocusEvent): void => {
    if (!isTop() || !(target instanceof HTMLElement) || target.closest("dialog") !== null) return
    if (veil.contains(target)) last = target
    else last.focus({ preventScroll: true })
  }
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return
    const stops = tabStops(dialog)
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (stops.length > 0 && document.activeElement !== from) return
    event.preventDefault()
    focus(to)
  }
  // Browsers fire no event when the focused element is removed.
  const removed = new MutationObserver(() => {
    if (isTop() && document.activeElement === document.body) dialog.focus({ preventScroll: true })
  })
  removed.observe(dialog, { childList: true, subtree: true })
  document.addEventListener("focusin", stay)
  dialog.addEventListener("keydown", turn)
  return () => {
    removed.disconnect()
    document.removeEventListener("focusin", stay)
    dialog.removeEventListener("keydown", turn)
    veils.splice(veils.indexOf(veil), 1)
    cover()
  }
}
