import * as shared from "#core/commands/ownChangeColumns.ts"
import { timeText } from "#cli/output/timeText.ts"

/** What somebody did, in a list and when it was undone. */
export const ownChangeColumns = shared.ownChangeColumns(timeText, (is) => (is ? "yes" : "no"))
