/** Remembers what had the focus, for the case that what gets it back is gone by then. */
export interface FocusWatch {
  /** Focus was given back to nothing: what had it last outside of any dialog takes it. */
  readonly giveBack: () => void
  readonly stop: () => void
}

const inDialog = 'dialog, [role="dialog"], [role="alertdialog"]'

/**
 * A dialog that closes gives the focus back to a field, but Chromium leaves the text cursor where the dialog was: what is typed
 * next would go nowhere. The focus has to come anew for the cursor to come with it.
 */
const bringCursor = (field: Element | null): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus({ preventScroll: true })
  // Inputs that are no text have no cursor.
  if (field.selectionEnd !== null) field.setSelectionRange(field.value.length, field.value.length)
}

/** Begins to remember. */
export const watchFocus = (): FocusWatch => {
  let outside: HTMLElement | null = null
  const seen = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(inDialog) === null) outside = target
  }
  document.addEventListener("focusin", seen)
  return {
    giveBack: () => {
      bringCursor(document.activeElement)
      if (document.activeElement === document.body && outside?.isConnected === true) {
        outside.focus({ preventScroll: true })
      }
    },
    stop: () => document.removeEventListener("focusin", seen)
  }
}
