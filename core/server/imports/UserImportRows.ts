import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"
import type { UserId } from "#core/base/ids.ts"
import type { NamedFacility } from "#core/facilities/findFacility.ts"
import { type FacilitiesRead, readFacilities, userCell } from "#core/imports/userImportRows.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import { Role } from "#core/auth/roles.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import { passwordPage } from "../auth/resetLink.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { arrayText } from "../db/arrayText.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import { rowProblem } from "../jobs/jobItems.ts"
import { Settings } from "../Settings.ts"
import { presentUser, teamUserRows } from "../team/userSql.ts"
import { type ChangedUser, makeUserTransactions } from "../team/userTransactions.ts"
import { decideUserRow, type UserSnapshot, type UserWrite } from "./decideUserRow.ts"
import type { ImportWriter } from "./ImportWriter.ts"
import { checkedRow, type CheckedRow, earlierRow, failedRow, type FileRow } from "./rowDecision.ts"

/** Users written per batch: each takes several statements, and someone making a change by hand waits for at most one batch. */
const rowsAtOnce = 10

const isChange = (value: object): value is ChangedUser => "ended" in value

/** Rows of user imports: decides and writes each like a single change (`userTransactions.ts`). */
export class UserImportRows extends Context.Service<UserImportRows, ImportWriter<UserWrite, UserId>>()(
  "lockdesk/server/UserImportRows"
) {
  static readonly layer = Layer.effect(
    UserImportRows,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const settings = yield* Settings
      const signOuts = yield* SignOuts
      const one = yield* makeUserTransactions

      const lookUp: ImportWriter<UserWrite, UserId>["lookUp"] = Effect.fn("UserImportRows.lookUp")(function* (
        user,
        { mapping },
        rows,
        firsts
      ) {
        const keyOf = new Map(
          rows.map(({ row, cells, key, issue }) => [
            row,
            issue === null ? (key ?? userCell(mapping, cells, "email").toLowerCase()) : ""
          ])
        )
        const keys = arrayText([...new Set(keyOf.values())])
        const team = yield* teamUserRows(
          sql,
          sql`u.company_id = ${user.companyID} AND lower(u.email) = ANY(${keys}::text[]) AND NOT u.is_api_key`,
          sql``
        )
        const others = yield* sql<{ email: string }>`
            SELECT lower(email) AS email FROM users
            WHERE lower(email) = ANY(${keys}::text[]) AND (company_id <> ${user.companyID} OR is_api_key)`
        const facilities = yield* sql<NamedFacility>`
            SELECT f.facility_id AS "facilityID", f.name AS "facilityName" FROM facilities f
            WHERE ${visibleFacilities(sql, user)}`
        const owners = yield* sql<{ id: UserId }>`
            SELECT user_id AS id FROM users
            WHERE company_id = ${user.companyID} AND role_id = ${Role.id.Owner} AND is_active`
        // Most rows of a file name the same few facilities.
        const read = new Map<string, FacilitiesRead>()
        const workingSet: UserSnapshot = {
          team: new Map(team.map((row) => [row.email.toLowerCase(), presentUser(row)])),
          taken: new Set(others.map(({ email }) => email)),
          visible: new Set(facilities.map(({ facilityID }) => facilityID)),
          facilitiesOf: (text) => {
            const found = read.get(text) ?? readFacilities(text, facilities)
            read.set(text, found)
            return found
          },
          owners: new Set(owners.map(({ id }) => id))
        }
        const decide = (file: FileRow): CheckedRow<UserWrite> => {
          const { row, cells, issue } = file
          const key = keyOf.get(row)
          if (key === undefined) throw new Error(`row ${row} was not looked up`)
          if (issue !== null) return checkedRow(file, failedRow([], issue), key)
          const earlier = earlierRow(firsts, key, row)
          return checkedRow(file, decideUserRow(user, workingSet, mapping, { row, cells, key }, earlier), key)
        }
        return (each: ReadonlyArray<FileRow>) => each.map(decide)
      })

      const writes: ImportWriter<UserWrite, UserId>["writes"] = Effect.fnUntraced(function* (
        user,
        { resetPage },
        rows,
        at
      ) {
        const page = resetPage ?? (yield* passwordPage(settings))
        const subjectIDs = new Map<number, UserId>()
        const refused = new Map<number, RowProblem>()
        const records: Array<AuditEntry> = []
        const ended: Array<string> = []
        const changed: Array<UserId> = []
        for (const { row, write } of rows) {
          if (write === null) continue
          const done =
            write.kind === "add" ? one.add(user, write.form, page, at) : one.update(user, write.form, page, at)
          // In a nested transaction: a row that fails after all leaves nothing behind.
          const outcome = yield* Effect.result(sql.withTransaction(done))
          if (Result.isFailure(outcome)) {
            if (isSqlError(outcome.failure)) return yield* outcome.failure
            refused.set(row, rowProblem(outcome.failure))
            continue
          }
          const { value, records: its } = outcome.success
          records.push(...its)
          // A row without a record was already as requested.
          if (its.length > 0) subjectIDs.set(row, value.shown.userID)
          if (!isChange(value)) continue
          ended.push(...value.ended)
          changed.push(value.shown.userID)
        }
        return {
          subjectIDs,
          refused,
          records,
          // Runs before clients are notified and reload.
          first: Effect.andThen(signOuts.ended(ended), signOuts.changed(changed))
        }
      })

      return UserImportRows.of({
        kind: "importUsers",
        rowsAtOnce,
        lookUp,
        writes,
        event: (userIDs) => ({ event: "updateUser", userIDs })
      })
    })
  )
}
