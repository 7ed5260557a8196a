import type { OwnChange } from "#core/commands/undoCommands.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"

interface AnswerColumn {
  readonly heading: string
  readonly text: (row: never) => string
}

const ownChange = [
  { heading: "Change", text: ({ seq }: OwnChange) => String(seq) },
  { heading: "At", text: ({ at }: OwnChange) => at },
  { heading: "Action", text: ({ action }: OwnChange) => action },
  { heading: "Subject", text: ({ subject }: OwnChange) => subject },
  { heading: "Changed", text: ({ words }: OwnChange) => words },
  { heading: "Undo", text: ({ canUndo }: OwnChange) => (canUndo ? "Yes" : "No") }
]

/** Answers whose facts have words of their own, by the command; of all others the facts are shown as they are. */
export const answerColumns: Readonly<Record<string, ReadonlyArray<AnswerColumn>>> = {
  "fms.results": fmsColumns,
  "audit.mine": ownChange,
  "audit.undo": ownChange
}
