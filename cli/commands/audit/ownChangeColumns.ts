import * as shared from "#core/commands/ownChangeColumns.ts"
import { timeText } from "#cli/output/timeText.ts"

/** Columns for a user's own changes, in the list and after an undo. */
export const ownChangeColumns = shared.ownChangeColumns(timeText, (is) => (is ? "yes" : "no"))
