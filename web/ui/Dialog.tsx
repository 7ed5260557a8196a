import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { ActingFor } from "./ActingFor.tsx"
import { trapFocus } from "./modality.ts"

interface DialogProps {
  readonly title: string
  /** The id of what a screen reader reads after the title. */
  readonly describedBy?: string | undefined
  /** Show the title only to screen readers. */
  readonly titleHidden?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
  /** Focus the dialog itself first, so that a held Enter activates nothing. */
  readonly focusSelf?: boolean
  /** The element to focus afterwards, if not the previously focused one. */
  readonly opener?: Element | null
}

/** A modal dialog. It traps the focus and returns it to the element that had it before. */
export const Dialog = (props: DialogProps) => {
  const { title, titleHidden = false, onClose, children, className = "", focusSelf = false } = props
  const titleId = useId()
  const veil = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDivElement>(null)
  /** Where the pointer went down. */
  const pressed = useRef<EventTarget>(null)
  /** A click has started since the dialog opened. */
  const clicked = useRef(false)
  const [opener] = useState(() => (props.opener === undefined ? document.activeElement : props.opener))
  useLayoutEffect(() => {
    if (veil.current === null || dialog.current === null) return
    const release = trapFocus(veil.current, dialog.current, focusSelf)
    return () => {
      release()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [focusSelf, opener])
  return createPortal(
    // A click outside closes it, unless the press began inside, as for a text selection.
    <div
      ref={veil}
      className="veil"
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClickCapture={(event) => {
        if (event.detail === 1) clicked.current = true
        if (event.detail < 2 || clicked.current) return
        // Ignore the second half of a double click on the button that opened the dialog.
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && target === pressed.current) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onClose()
      }}
    >
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        className={`dialog ${className}`}
      >
        <h2 id={titleId} className={titleHidden ? "hidden" : "dialog-title"}>
          {title}
        </h2>
        <ActingFor />
        {children}
      </div>
    </div>,
    document.body
  )
}
