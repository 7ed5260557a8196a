import * as Radix from "@radix-ui/react-dialog"
import type { ReactNode } from "react"

interface DialogProps {
  readonly title: string
  /** The title is there for those who do not see the dialog only. */
  readonly titleHidden?: boolean
  readonly description?: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly className?: string
}

/** A dialog in front of the page. Focus stays in it and returns to exactly what opened it. */
export const Dialog = ({ title, titleHidden = false, description, onClose, children, className = "" }: DialogProps) => (
  <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
    <Radix.Portal>
      <Radix.Overlay className="veil">
        <Radix.Content
          className={`dialog ${className}`}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <Radix.Title className={titleHidden ? "hidden" : "dialog-title"}>{title}</Radix.Title>
          {description === undefined ? null : <Radix.Description className="muted">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Overlay>
    </Radix.Portal>
  </Radix.Root>
)
