import "./Unfinished.css"
import { type ReactNode, useId } from "react"

interface UnfinishedProps {
  readonly title: string
  /** Class that places the card on its screen. */
  readonly className: string
  /** An `li` per item. */
  readonly children: ReactNode
}

/** A card with work that the user started and can continue. */
export const Unfinished = ({ title, className, children }: UnfinishedProps) => {
  const id = useId()
  return (
    <section className={`card unfinished ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <ul>{children}</ul>
    </section>
  )
}
