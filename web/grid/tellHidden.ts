import { countOf } from "#core/base/countOf.ts"
import { toast } from "#web/app/notices.ts"

/** Says why nothing was done with the selected rows: some of them are not shown. `done`: 'exported'. */
export const tellHidden = (hidden: number, done: string): void =>
  toast(
    "warning",
    `${countOf(hidden, "selected row")} ${hidden === 1 ? "is" : "are"} not shown, so nothing was ${done}.`,
    "Clear the search and the filters, or deselect hidden rows."
  )
