import "./Facts.css"
import type { ReactNode } from "react"

/** Facts by name. One that is not known is shown as such. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts fact-grid">
    {Object.entries(facts).map(([name, fact]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{fact === null || fact === undefined || fact === "" ? <span className="faint">--</span> : fact}</dd>
      </div>
    ))}
  </dl>
)
