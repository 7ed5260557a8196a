import { toast } from "#web/app/notices.ts"
import { tellHidden } from "#web/grid/tellHidden.ts"
import { type Listed, listedNow } from "#web/grid/GridExport.ts"

/** What is done with a list, as its notices say it. */
interface Doing {
  /** 'The export' */
  readonly what: string
  /** 'exported' */
  readonly done: string
}

/** Null, after saying why, where selected rows are not shown: what is counted is what is exported and printed. */
const withoutHidden = (listed: Listed | null, done: string): Listed | null => {
  if (listed === null || listed.hidden === 0) return listed
  tellHidden(listed.hidden, done)
  return null
}

/**
 * What the list on the screen has, once all of it is here: a file or a sheet of half a list would look like the whole one.
 * Null, after saying why, where that never comes.
 * @param enough true for what needs no rows of this browser
 */
export const wholeListed = async (
  { what, done }: Doing,
  enough: (listed: Listed) => boolean
): Promise<Listed | null> => {
  const listed = listedNow()
  if (listed === null || listed.whole === null || enough(listed)) return withoutHidden(listed, done)
  toast("info", `${listed.label}: still loading.`, `${what} starts when the whole list has loaded.`)
  const waited = await listed.whole()
  if (waited === "failed") {
    toast("error", `${listed.label}: the list couldn't be loaded, so nothing was ${done}.`, "Try again in a moment.")
  } else if (waited === "left") {
    toast("warning", `${what} was canceled: you left the list before it was loaded.`)
  }
  return waited === "whole" ? withoutHidden(listedNow(), done) : null
}
