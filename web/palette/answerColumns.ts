import { ownChangeColumns } from "#core/commands/ownChangeColumns.ts"
import { fmsColumns } from "#core/fms/fmsColumns.ts"

interface AnswerColumn {
  readonly heading: string
  readonly text: (row: never) => string
}

/** Instants stay as they are; the palette formats them as in other responses. */
const ownChange = ownChangeColumns(
  (at) => at,
  (is) => (is ? "Yes" : "No")
)

/** Columns for responses that need their own, by command. All others show their fields as they are. */
export const answerColumns: Readonly<Record<string, ReadonlyArray<AnswerColumn>>> = {
  "fms.results": fmsColumns((at) => at),
  "audit.mine": ownChange,
  "audit.undo": ownChange
}
