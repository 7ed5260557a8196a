import type { OwnChange } from "#core/commands/undoCommands.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** What somebody did, in a list and when it was undone. */
export const ownChangeColumns: ReadonlyArray<Column<OwnChange>> = [
  { heading: "Change", text: ({ seq }) => String(seq), shrinks: "never" },
  { heading: "At", text: ({ at }) => timeText(at), shrinks: "first" },
  { heading: "Action", text: ({ action }) => action },
  { heading: "Subject", text: ({ subject }) => subject },
  { heading: "Changed", text: ({ words }) => words },
  { heading: "Undo", text: ({ canUndo }) => (canUndo ? "yes" : "no"), shrinks: "first" }
]
