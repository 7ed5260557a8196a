import { countOf } from "#core/base/countOf.ts"
import { toast } from "#web/app/notices.ts"

/** Explains that nothing was done because some selected rows are hidden. `done`: 'exported'. */
export const tellHidden = (hidden: number, done: string): void =>
  toast(
    "warning",
    `${countOf(hidden, "selected row")} ${hidden === 1 ? "is" : "are"} not shown, so nothing was ${done}.`,
    "Clear the search and the filters, or deselect hidden rows."
  )
