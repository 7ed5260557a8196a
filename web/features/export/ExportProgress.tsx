import { useEffect, useState } from "react"
import { countText } from "#core/base/countText.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import type { Exporting } from "./exporting.ts"
import { rowsText } from "./listedWords.ts"
import "./ExportProgress.css"

/** Don't show the panel for exports shorter than this many milliseconds; it would only flash. */
const patience = 400

/** Progress of the export, with a cancel button. */
export const ExportProgress = ({ label, rows, done }: Exporting) => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <section className="export-progress card" aria-label="Export">
      <p role="status">Exporting {label}</p>
      <progress max={rows} value={done} aria-label={`Rows of ${label}`} />
      <p className="muted">
        About {countText(done)} of {rowsText(rows)}
      </p>
      <CommandButton command="list.exportCancel">Cancel</CommandButton>
    </section>
  )
}
