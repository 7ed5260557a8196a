import { ownChangeColumns } from "#core/commands/ownChangeColumns.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"

interface AnswerColumn {
  readonly heading: string
  readonly text: (row: never) => string
}

/** Instants are written as everywhere in an answer. */
const ownChange = ownChangeColumns(
  (at) => at,
  (is) => (is ? "Yes" : "No")
)

/** Answers whose facts have words of their own, by the command; of all others the facts are shown as they are. */
export const answerColumns: Readonly<Record<string, ReadonlyArray<AnswerColumn>>> = {
  "fms.results": fmsColumns,
  "audit.mine": ownChange,
  "audit.undo": ownChange
}
