import { type ReactNode, useContext } from "react"
import { InMain } from "#web/app/InMain.ts"
import "./MessageScreen.css"

interface MessageFrameProps {
  readonly children: ReactNode
  /** Announce it to screen readers. */
  readonly urgent?: boolean
}

/** Frame of a message shown instead of a screen. */
export const MessageFrame = ({ children, urgent = false }: MessageFrameProps) => {
  const message = (
    <div className="message-screen" role={urgent ? "alert" : undefined}>
      {children}
    </div>
  )
  // A page may have only one main element.
  return useContext(InMain) ? message : <main>{message}</main>
}
