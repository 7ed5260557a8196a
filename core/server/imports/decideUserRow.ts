import { EmailInUse } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { RowIssue } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName, UserFieldName } from "#core/imports/importFieldNames.ts"
import { rowProblemOf } from "#core/imports/importWords.ts"
import { type FacilitiesRead, readUserRow, repeatedEmail, userIssue } from "#core/imports/userImportRows.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { LastOwner, UserRefused } from "#core/team/UserErrors.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import { type UserFacts, userEditRefusal, userIssues } from "#core/team/userRules.ts"
import { rowProblem } from "../jobs/jobItems.ts"
import { factsRefusal, ownsActively } from "../team/userDecision.ts"
import { factsOf, keptFacts, newFacts } from "../team/userValues.ts"
import { failedRow, refusedRow, type RowDecision } from "./rowDecision.ts"

/** Everything needed to decide user rows, loaded once for all of them. */
export interface UserSnapshot {
  /** Team members with an email in the rows, by normalized email. */
  readonly team: ReadonlyMap<string, TeamUser>
  /** Emails in the rows that belong to users outside the team. */
  readonly taken: ReadonlySet<string>
  /** Facilities that the caller may assign. */
  readonly visible: ReadonlySet<FacilityId>
  readonly facilitiesOf: (text: string) => FacilitiesRead
  /** The active Owners after the rows so far; negative ids for those added by rows. */
  readonly owners: Set<number>
}

/** The write of a row: the call that makes the same change by hand. */
export type UserWrite =
  | { readonly kind: "add"; readonly form: NewUser }
  | { readonly kind: "update"; readonly form: UserEdit }

/** The column of each form field. */
const fieldOf: Readonly<Record<string, UserFieldName>> = {
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
  roleID: "role",
  facilityIDs: "facilities",
  isActive: "status"
}

/** The fields that differ, by import field. */
const changesOf = (was: UserFacts, is: UserFacts): ReadonlyArray<UserFieldName> =>
  (["firstName", "lastName", "roleID", "facilityIDs", "isActive"] as const)
    .filter((name) => String(was[name]) !== String(is[name]))
    .flatMap((name) => fieldOf[name] ?? [])

/**
 * Decides the outcome of a user row by the rules for adding and editing a user (`userDecision.ts`), for both plan and commit.
 * An empty cell changes nothing. `earlier` is the first row with this email, or null.
 */
export const decideUserRow = (
  user: LoggedInUser,
  workingSet: UserSnapshot,
  mapping: ReadonlyArray<ImportFieldName | null>,
  { row, cells, key }: { readonly row: number; readonly cells: ReadonlyArray<string>; readonly key: string },
  earlier: number | null
): RowDecision<UserWrite> => {
  if (earlier !== null) {
    const issue = repeatedEmail(user, mapping, cells, earlier)
    return { ...failedRow([issue], rowProblemOf([issue], "RepeatedRow")), repeats: earlier }
  }
  const known = workingSet.team.get(key) ?? null
  const was = known === null ? null : factsOf(known)
  const { form, issues } = readUserRow(user, mapping, cells, workingSet.facilitiesOf)
  const { email: _, ...edit } = form
  const is = was === null ? newFacts(form) : keptFacts(was, edit)
  const all = form.facilityAllIDs ?? true
  const invalid = (found: ReadonlyArray<RowIssue>): RowDecision<never> => {
    // Only the first issue of each field: an invalid role is not also missing.
    const each = found.filter((issue, nth) => found.findIndex(({ field }) => field === issue.field) === nth)
    return failedRow(each, rowProblemOf(each, "InvalidRow"))
  }
  const wrong = (path: string): RowIssue => userIssue(user, mapping, cells, fieldOf[path] ?? "email")
  if (issues.length > 0) return invalid([...issues, ...userIssues(is, all).map(({ path }) => wrong(path))])
  const changes = was === null ? [] : changesOf(was, is)
  if (known !== null && changes.length === 0) {
    return { outcome: "skip", subjectID: known.userID, changes, issues, problem: null, repeats: null, write: null }
  }
  const closed = known === null ? null : userEditRefusal(user, known)
  if (closed !== null) return refusedRow(closed)
  const refusal = factsRefusal(user, is, was, all, workingSet.visible)
  if (refusal !== null) {
    const paths = refusal instanceof UserRefused ? refusal.data.issues.map(({ path }) => path) : ["roleID"]
    return invalid(paths.map(wrong))
  }
  if (known === null && workingSet.taken.has(key)) {
    const issue = userIssue(user, mapping, cells, "email", "an email that nobody else has")
    return failedRow([issue], rowProblem(new EmailInUse({ data: {} })))
  }
  if (known !== null && was !== null && ownsActively(was) && !ownsActively(is)) {
    const { userID } = known
    if ([...workingSet.owners].every((owner) => owner === userID)) {
      return refusedRow(new LastOwner({ data: { userID } }))
    }
    workingSet.owners.delete(userID)
  }
  if (ownsActively(is)) workingSet.owners.add(known?.userID ?? -row)
  return {
    outcome: known === null ? "create" : "update",
    subjectID: known?.userID ?? null,
    changes,
    issues,
    problem: null,
    repeats: null,
    write: known === null ? { kind: "add", form } : { kind: "update", form: { ...edit, userID: known.userID } }
  }
}
