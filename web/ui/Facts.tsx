import "./Facts.css"
import type { ReactNode } from "react"

/** A list of labeled facts. Unknown values show as "--". */
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
