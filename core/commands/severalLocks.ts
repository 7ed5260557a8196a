import { countText } from "#core/base/countText.ts"
import type { Words } from "#core/api/problem.ts"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import type { SubjectKind } from "./Command.ts"

interface Titled {
  readonly title: string
  readonly shortTitle?: string
}

/** The title of a command where its lock is named: `Set status`. */
export const titleHere = ({ title, shortTitle = title }: Titled): string => shortTitle

/** The title of a command for `count` locks: `Set the status of 3 locks`. */
export const titleFor = ({ title }: Titled, count: number): string =>
  count < 2 ? title : title.replace(/\ban? (inventory )?lock\b/, `${countText(count)} $1locks`)

/** Why a command is unavailable while `count` locks are selected (it works on a single lock only), or null. */
export const severalRefusal = (
  { subject, many }: { readonly subject: SubjectKind; readonly many?: SelectionJobKind },
  count: number
): Words | null =>
  subject !== "lock" || many !== undefined || count < 2
    ? null
    : { error: `This works on one lock at a time, and ${countText(count)} are selected.`, next: "Select one lock." }
