import type { Words } from "#core/api/problem.ts"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import type { SubjectKind } from "./Command.ts"

/** What a command is called when it acts on `count` locks: `Set the status of 3 locks`. */
export const titleFor = ({ title }: { readonly title: string }, count: number): string =>
  count < 2 ? title : title.replace(/\ban? (inventory )?lock\b/, `${count} $1locks`)

/** Why a command does nothing while `count` locks are selected, or null: it acts on a single lock only. */
export const severalRefusal = (
  { subject, many }: { readonly subject: SubjectKind; readonly many?: SelectionJobKind },
  count: number
): Words | null =>
  subject !== "lock" || many !== undefined || count < 2
    ? null
    : { error: `This works on one lock at a time, and ${count} are selected.`, next: "Select one lock." }
