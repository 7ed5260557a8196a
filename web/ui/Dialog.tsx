import * as Radix from "@radix-ui/react-dialog"
import { type ReactNode, useRef, useState } from "react"
import { ActingFor } from "./ActingFor.tsx"

interface DialogProps {
  readonly title: string
  /** The title is there for those who do not see the dialog only. */
  readonly titleHidden?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
  /** The dialog itself has the focus first, so that a held Enter presses nothing in it. */
  readonly focusSelf?: boolean
  /** What has the focus afterwards, where that is not what had it before. */
  readonly opener?: Element | null
}

const focusContent = (event: Event): void => {
  if (!(event.target instanceof HTMLElement)) return
  event.preventDefault()
  event.target.focus()
}

/** A dialog in front of the page. Focus stays in it and returns to exactly what opened it. */
export const Dialog = (props: DialogProps) => {
  const { title, titleHidden = false, onClose, children, className = "", focusSelf = false } = props
  /** Where a press began. */
  const pressed = useRef<EventTarget>(null)
  /** A click has begun since the dialog is there. */
  const clicked = useRef(false)
  const [opener] = useState(() => (props.opener === undefined ? document.activeElement : props.opener))
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        {/* A click beside it closes it, from its first frame on: Radix hears none until a timer has run, and takes the press of
            a scrollbar, or one that a toast is meant by, for one. Text selected from within to beside is none either. */}
        <Radix.Overlay
          className="veil"
          onPointerDown={({ target }) => {
            pressed.current = target
          }}
          onClickCapture={(event) => {
            if (event.detail === 1) clicked.current = true
            if (event.detail < 2 || clicked.current) return
            // The second half of a double click on what opened the dialog answers nothing in it.
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
              // Radix gives focus back to a trigger, and ours are opened by commands.
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
