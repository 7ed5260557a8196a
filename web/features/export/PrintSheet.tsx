import { useEffect, useLayoutEffect } from "react"
import { createPortal } from "react-dom"
import type { Paper } from "./printing.ts"
import "./PrintSheet.css"

interface PrintSheetProps {
  readonly paper: Paper
  /** The browser is already printing, so don't call `print()`. */
  readonly begun: boolean
  readonly onDone: () => void
}

/** The longest text that is never broken, in characters: a serial code or a unit, but not a name. */
const unbroken = 8

/** The printed sheet. It exists only during printing, which hides the page itself. */
export const PrintSheet = ({ paper, begun, onDone }: PrintSheetProps) => {
  useLayoutEffect(() => {
    document.documentElement.dataset["printing"] = "sheet"
    addEventListener("afterprint", onDone, { once: true })
    return () => {
      delete document.documentElement.dataset["printing"]
      removeEventListener("afterprint", onDone)
    }
  }, [])
  useEffect(() => {
    if (!begun) window.print()
  }, [])
  return createPortal(
    <section className="print-sheet" aria-hidden="true">
      <h1>{paper.title}</h1>
      <ul>
        {paper.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <table>
        <thead>
          <tr>
            {paper.columns.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paper.rows.map((row, at) => (
            <tr key={at}>
              {row.map((text, place) => (
                <td
                  key={paper.columns[place]?.id}
                  className={text.length <= unbroken ? "unbroken" : undefined}
                  data-kind={paper.columns[place]?.kind}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body
  )
}
