import { Schema } from "effect"
import { UserId } from "#core/base/ids.ts"
import { type FacilityImport, importFacts, type ImportRow, importRowFacts } from "./FacilityImport.ts"

/** An import of team users, matched by email: existing users are updated, others are added and invited. */
export const UserImport = Schema.Struct({ ...importFacts, kind: Schema.Literal("importUsers") })
export type UserImport = typeof UserImport.Type

/** One row of an import of users. */
export const UserImportRow = Schema.Struct({
  ...importRowFacts,
  email: Schema.String,
  /** The user it updates or added. */
  userID: Schema.NullOr(UserId)
})
export type UserImportRow = typeof UserImportRow.Type

/** An import of any kind, and a row of one. */
export type AnyImport = FacilityImport | UserImport
export type AnyImportRow = ImportRow | UserImportRow
