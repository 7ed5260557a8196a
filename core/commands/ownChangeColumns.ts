import type { OwnChange } from "./undoCommands.ts"

interface OwnChangeColumn {
  readonly heading: string
  readonly text: (row: OwnChange) => string
  /** What happens to it where there is too little room, as the terminal's tables have it. */
  readonly shrinks?: "first" | "never"
}

/** What somebody did, in a list and when it was undone. `time` and `yesNo`: how an instant and a yes or no are written. */
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
