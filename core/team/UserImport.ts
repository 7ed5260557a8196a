import { Schema } from "effect"
import { UserRefused } from "./UserErrors.ts"

/** Columns of a file of users, in the order in which they are described. */
export const userColumnNames = ["email", "firstName", "lastName", "role", "facilities", "status"] as const
export type UserColumnName = (typeof userColumnNames)[number]

const Cell = Schema.String.check(Schema.isMaxLength(5_000))

/**
 * One row of a file of users: its line, and what stands in its columns, unchecked. The email says who is meant: somebody of the
 * team is changed, anybody else is added. What is absent or empty changes nothing.
 */
export const ImportedUser = Schema.Struct({
  row: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
  email: Cell,
  firstName: Schema.optionalKey(Cell),
  lastName: Schema.optionalKey(Cell),
  /** By name or number. */
  role: Schema.optionalKey(Cell),
  /** Names or ids with semicolons between, or `all`. */
  facilities: Schema.optionalKey(Cell),
  /** Active or Inactive. */
  status: Schema.optionalKey(Cell)
})
export type ImportedUser = typeof ImportedUser.Type

/** What is wrong with one row: the column, what is wrong there and what would fix it. */
export const UserRowIssue = Schema.Struct({
  row: Schema.Int,
  column: Schema.Literals(userColumnNames),
  error: Schema.String,
  fix: Schema.String
})
export type UserRowIssue = typeof UserRowIssue.Type

/** Rows sent at once; a file of any length goes in pieces. The company's changes wait for one piece at most. */
export const userChunk = 100

/** What became of the rows: people who were added, changed, as asked already, or refused. */
export const UserImportResult = Schema.Struct({
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  refused: Schema.Array(UserRowIssue)
})
export type UserImportResult = typeof UserImportResult.Type

const columnOfField: Readonly<Record<string, UserColumnName>> = {
  firstName: "firstName",
  lastName: "lastName",
  roleID: "role",
  facilityIDs: "facilities",
  isActive: "status"
}

/** The column that a refusal of a row is about: that of its first field, else the one that says who is meant. */
export const issueColumn = (refusal: { readonly _tag: string }): UserColumnName => {
  if (refusal._tag === "UserRoleRefused") return "role"
  const path = refusal instanceof UserRefused ? refusal.data.issues[0]?.path : undefined
  return columnOfField[path ?? ""] ?? "email"
}
