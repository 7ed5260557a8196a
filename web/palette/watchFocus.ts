import { inField } from "#web/keyboard/places.ts"

/** Remembers the focused element, in case the browser can't restore the focus because its target is gone. */
export interface FocusWatch {
  /** Restores the focus to the last focused element outside of dialogs, if nothing has it now. */
  readonly giveBack: () => void
  readonly stop: () => void
}

const inDialog = 'dialog, [role="dialog"], [role="alertdialog"]'

/**
 * When a dialog closes, Chromium restores the focus to a field but not the text cursor, so typing would go nowhere.
 * Focusing the field again brings the cursor along.
 */
const bringCursor = (field: Element | null): void => {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.blur()
  field.focus({ preventScroll: true })
  // Non-text inputs have no cursor.
  if (field.selectionEnd !== null) field.setSelectionRange(field.value.length, field.value.length)
}

/** Starts tracking the focus. */
export const watchFocus = (): FocusWatch => {
  let outside: HTMLElement | null = null
  const seen = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(inDialog) === null) outside = target
  }
  /** A field that the user left with Esc doesn't get the focus again: the next letter is a shortcut. */
  const left = ({ key, target }: KeyboardEvent): void => {
    if (key === "Escape" && target === outside && inField(target)) outside = null
  }
  document.addEventListener("focusin", seen)
  document.addEventListener("keydown", left)
  return {
    giveBack: () => {
      bringCursor(document.activeElement)
      if (document.activeElement === document.body && outside?.isConnected === true) {
        outside.focus({ preventScroll: true })
      }
    },
    stop: () => {
      document.removeEventListener("focusin", seen)
      document.removeEventListener("keydown", left)
    }
  }
}
