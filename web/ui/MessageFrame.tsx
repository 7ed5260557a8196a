import { createContext, type ReactNode, useContext } from "react"
import "./MessageScreen.css"

/** Whether what is drawn stands in the main area of the layout already: a page has one. */
export const InMain = createContext(false)

interface MessageFrameProps {
  readonly children: ReactNode
  /** It is read aloud when it appears. */
  readonly urgent?: boolean
}

/** Around what is shown instead of a screen. */
export const MessageFrame = ({ children, urgent = false }: MessageFrameProps) => {
  const message = (
    <div className="message-screen" role={urgent ? "alert" : undefined}>
      {children}
    </div>
  )
  return useContext(InMain) ? message : <main>{message}</main>
}
