import { createContext, type ReactNode, useContext } from "react"
import "./MessageScreen.css"

/** Whether an ancestor already renders `<main>`, of which a page may have only one. */
export const InMain = createContext(false)

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
  return useContext(InMain) ? message : <main>{message}</main>
}
