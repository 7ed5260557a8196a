import { toast } from "#web/app/notices.ts"
import { tellHidden } from "#web/grid/tellHidden.ts"
import { type Listed, listedNow } from "#web/grid/GridExport.ts"
import { hiddenOf } from "#web/ui/listPlace.ts"

/** Words for the notifications of an operation on a list. */
interface Doing {
  /** 'The export' */
  readonly what: string
  /** 'exported' */
  readonly done: string
}

/** Returns null and shows why if selected rows are hidden, because the count must match what is exported or printed. */
const withoutHidden = (listed: Listed | null, done: string): Listed | null => {
  if (listed === null || listed.hidden === 0) return listed
  tellHidden(listed.hidden, done)
  return null
}

/** The list as it is now, but with these rows selected. */
const listedWith = (selected: Listed["selected"]): Listed | null => {
  const now = listedNow()
  if (now === null) return null
  const { rows } = now
  return { ...now, selected, hidden: rows === null ? now.hidden : hiddenOf({ selected: new Set(selected) }, rows) }
}

/**
 * Waits until the list has all its rows: a file or sheet of part of a list would look complete. Returns null and
 * shows why if it never completes. Its selected rows are those of the request, because Esc or a click may deselect them
 * meanwhile.
 * @param enough returns true if no rows of this browser are needed
 */
export const wholeListed = async (
  { what, done }: Doing,
  selected: Listed["selected"],
  enough: (listed: Listed) => boolean
): Promise<Listed | null> => {
  const listed = listedWith(selected)
  if (listed === null || listed.whole === null || enough(listed)) return withoutHidden(listed, done)
  toast("info", `${listed.label}: still loading.`, `${what} starts when the whole list has loaded.`)
  const waited = await listed.whole()
  if (waited === "failed") {
    toast("error", `${listed.label}: the list couldn't be loaded, so nothing was ${done}.`, "Try again in a moment.")
  } else if (waited === "left") {
    toast("warning", `${what} was canceled: you left the list before it was loaded.`)
  }
  return waited === "whole" ? withoutHidden(listedWith(selected), done) : null
}
