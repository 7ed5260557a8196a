import { EmailInUse } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
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

/** What rows of users are decided by, looked up for all of them together. */
export interface UserScene {
  /** Whoever of the team has an email of the rows, by it as emails are compared. */
  readonly team: ReadonlyMap<string, TeamUser>
  /** Emails of the rows that somebody has who is not on the team. */
  readonly taken: ReadonlySet<string>
  /** Facilities that the caller may give. */
  readonly visible: ReadonlySet<number>
  readonly facilitiesOf: (text: string) => FacilitiesRead
  /** The active Owners, as the rows before leave them; negative for those that rows add. */
  readonly owners: Set<number>
}

/** What a row does, by the call that does it by hand. */
export type UserWrite =
  | { readonly kind: "add"; readonly form: NewUser }
  | { readonly kind: "update"; readonly form: UserEdit }

/** The column of each fact of the form. */
const fieldOf: Readonly<Record<string, UserFieldName>> = {
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
  roleID: "role",
  facilityIDs: "facilities",
  isActive: "status"
}

/** Facts that are different, by the field of the file that they come from. */
const changesOf = (was: UserFacts, is: UserFacts): ReadonlyArray<UserFieldName> =>
  (["firstName", "lastName", "roleID", "facilityIDs", "isActive"] as const)
    .filter((name) => String(was[name]) !== String(is[name]))
    .flatMap((name) => fieldOf[name] ?? [])

/**
 * What a row of users comes to, by the rules of adding and changing one (`userDecision.ts`): plan and commit ask the same. An
 * empty cell changes nothing. `earlier` is the row that has this email first, or null.
 */
export const decideUserRow = (
  user: LoggedInUser,
  scene: UserScene,
  mapping: ReadonlyArray<ImportFieldName | null>,
  { row, cells, key }: { readonly row: number; readonly cells: ReadonlyArray<string>; readonly key: string },
  earlier: number | null
): RowDecision<UserWrite> => {
  if (earlier !== null) {
    const issue = repeatedEmail(user, mapping, cells, earlier)
    return { ...failedRow([issue], rowProblemOf([issue], "RepeatedRow")), repeats: earlier }
  }
  const known = scene.team.get(key) ?? null
  const was = known === null ? null : factsOf(known)
  const { form, issues } = readUserRow(user, mapping, cells, scene.facilitiesOf)
  const { email: _, ...edit } = form
  const is = was === null ? newFacts(form) : keptFacts(was, edit)
  const all = form.facilityAllIDs ?? true
  const invalid = (found: ReadonlyArray<RowIssue>): RowDecision<never> => {
    // Of what is wrong with a field, the first: a cell that is no role is not missing as well.
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
  const refusal = factsRefusal(user, is, was, all, scene.visible)
  if (refusal !== null) {
    const paths = refusal instanceof UserRefused ? refusal.data.issues.map(({ path }) => path) : ["roleID"]
    return invalid(paths.map(wrong))
  }
  if (known === null && scene.taken.has(key)) {
    const issue = userIssue(user, mapping, cells, "email", "an email that nobody else has")
    return failedRow([issue], rowProblem(new EmailInUse({ data: {} })))
  }
  const id = known?.userID ?? -row
  if (was !== null && ownsActively(was) && !ownsActively(is)) {
    if ([...scene.owners].every((owner) => owner === id)) return refusedRow(new LastOwner({ data: { userID: id } }))
    scene.owners.delete(id)
  }
  if (ownsActively(is)) scene.owners.add(id)
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
