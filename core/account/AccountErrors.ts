import { Schema } from "effect"
import { defineProblem, FieldIssue, refusedFields } from "#core/base/problem.ts"

/** Fields of Manage Account break a rule of 002 §5; `issues` name each. */
export class AccountRefused extends defineProblem<AccountRefused>()({
  tag: "AccountRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: refusedFields.words
}) {}

/** The new name or email is the same as the current one (002 §4, §8). */
export class NothingChanged extends defineProblem<NothingChanged>()({
  tag: "NothingChanged",
  status: 422,
  exit: "usage",
  words: { error: "Nothing has changed", next: "Change something first." }
}) {}

/** A part of the user's name was changed after it was opened, by an admin or in another tab. Nothing was saved. */
export class NameChangedMeanwhile extends defineProblem<NameChangedMeanwhile>()({
  tag: "NameChangedMeanwhile",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ fields: Schema.Array(Schema.String) }),
  words: {
    error: "Your name was changed since you opened it.",
    next: "Your edits weren't saved. Load the latest version and make your change again."
  }
}) {}

/** The password was not entered in this session recently; changes of email and password require that (002 §4). */
export class PasswordNotShown extends defineProblem<PasswordNotShown>()({
  tag: "PasswordNotShown",
  status: 403,
  exit: "denied",
  words: { error: "Confirm your password first.", next: "Type your current password, then try again." }
}) {}
