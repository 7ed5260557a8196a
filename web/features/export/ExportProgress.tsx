import { countText } from "#core/base/countText.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ProgressPanel } from "#web/ui/ProgressPanel.tsx"
import type { Exporting } from "./exporting.ts"
import { rowsText } from "./listedWords.ts"

/** Progress of the export, with a cancel button. */
export const ExportProgress = ({ label, rows, done }: Exporting) => (
  <ProgressPanel
    name="Export"
    title={`Exporting ${label}`}
    counts={`Rows of ${label}`}
    done={done}
    total={rows}
    text={`About ${countText(done)} of ${rowsText(rows)}`}
  >
    <CommandButton command="list.exportCancel">Cancel</CommandButton>
  </ProgressPanel>
)
