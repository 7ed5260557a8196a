/** Remembers what had the focus, for the case that what gets it back is gone by then. */
export interface FocusWatch {
  /** Focus was given back to nothing: what had it last outside of any dialog takes it. */
  readonly giveBack: () => void
  readonly stop: () => void
}

const inDialog = 'dialog, [role="dialog"], [role="alertdialog"]'

/** Begins to remember. */
export const watchFocus = (): FocusWatch => {
  let outside: HTMLElement | null = null
  const seen = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(inDialog) === null) outside = target
  }
  document.addEventListener("focusin", seen)
  return {
    giveBack: () => {
      if (document.activeElement === document.body && outside?.isConnected === true) {
        outside.focus({ preventScroll: true })
      }
    },
    stop: () => document.removeEventListener("focusin", seen)
  }
}
