import * as Radix from "@radix-ui/react-dialog"
import { type ReactNode, useRef, useState } from "react"
import { ActingFor } from "./ActingFor.tsx"

interface DialogProps {
  readonly title: string
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

const focusContent = (event: Event): void => {
  if (!(event.target instanceof HTMLElement)) return
  event.preventDefault()
  event.target.focus()
}

/** A modal dialog. It traps the focus and returns it to the element that had it before. */
export const Dialog = (props: DialogProps) => {
  const { title, titleHidden = false, onClose, children, className = "", focusSelf = false } = props
  /** Where the pointer went down. */
  const pressed = useRef<EventTarget>(null)
  /** A click has started since the dialog opened. */
  const clicked = useRef(false)
  const [opener] = useState(() => (props.opener === undefined ? document.activeElement : props.opener))
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        {/* Close on a click outside, from the first frame on. Radix starts listening only after a timer, and also
            counts presses on a scrollbar or a toast. A text selection that ends outside must not close it either. */}
        <Radix.Overlay
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
        >
          <Radix.Content
            className={`dialog ${className}`}
            aria-describedby={undefined}
            onPointerDownOutside={(event) => event.preventDefault()}
            {...(focusSelf ? { onOpenAutoFocus: focusContent } : {})}
            onCloseAutoFocus={(event) => {
              // Radix returns the focus to its trigger, but our dialogs are opened by commands.
              event.preventDefault()
              if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
            }}
          >
            <Radix.Title className={titleHidden ? "hidden" : "dialog-title"}>{title}</Radix.Title>
            <ActingFor />
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
