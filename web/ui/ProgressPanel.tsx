import "./ProgressPanel.css"
import { type ReactNode, useEffect, useState } from "react"

/** Don't show the panel for work shorter than this many milliseconds; it would only flash. */
const patience = 400

interface ProgressPanelProps {
  /** What runs: `Export`. */
  readonly name: string
  /** The same in words, with what it is about. */
  readonly title: string
  /** What the bar counts. */
  readonly counts: string
  readonly done: number
  readonly total: number
  /** How far it is, in words. */
  readonly text: string
  /** Buttons. */
  readonly children?: ReactNode
}

/** Progress of work that continues on every screen, in a corner of the window. */
export const ProgressPanel = ({ name, title, counts, done, total, text, children }: ProgressPanelProps) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <section className={shown ? "progress-panel card" : "hidden"} aria-label={name}>
      <p role="status">{shown ? title : ""}</p>
      {shown ? (
        <>
          <progress max={total} value={done} aria-label={counts} />
          <p className="muted">{text}</p>
          {children}
        </>
      ) : null}
    </section>
  )
}
