import type { OwnChange } from "./undoCommands.ts"

interface OwnChangeColumn {
  readonly heading: string
  readonly text: (row: OwnChange) => string
  /** How the column behaves if the terminal's table is too narrow. */
  readonly shrinks?: "first" | "never"
}

/** Columns for a user's own changes, in the list and after an undo. `time` and `yesNo` format instants and booleans. */
export const ownChangeColumns = (
  time: (instant: string) => string,
  yesNo: (is: boolean) => string
): ReadonlyArray<OwnChangeColumn> => [
  { heading: "Change", text: ({ seq }) => String(seq), shrinks: "never" },
  { heading: "At", text: ({ at }) => time(at), shrinks: "first" },
  { heading: "Action", text: ({ action }) => action },
  { heading: "Subject", text: ({ subject }) => subject },
  { heading: "Changed", text: ({ words }) => words },
  { heading: "Undo", text: ({ canUndo }) => yesNo(canUndo), shrinks: "first" }
]
