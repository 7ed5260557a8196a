import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import { facilityRecord } from "../facilities/facilityRecord.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import type { RowWrite } from "./decideRow.ts"
import type { CheckedRow } from "./importRowsSql.ts"

/** A row that writes. */
interface WritingRow extends CheckedRow {
  readonly write: RowWrite
}

const writes = (row: CheckedRow): row is WritingRow => row.write !== null

const valueColumns = `"facilityName" text, "phoneNumber" text, "phoneNumberCustomerService" text, email text,
  "facilityDisplayName" text, street text, city text, state text, zip text, "no_Of_Units" int, lat float8, lng float8,
  "managementSoftware" smallint`

/** Makes the facilities of new rows; their ids by name. */
const makeFacilities = Effect.fnUntraced(function* (user: LoggedInUser, rows: ReadonlyArray<WritingRow>, at: string) {
  const sql = yield* SqlClient.SqlClient
  if (rows.length === 0) return new Map<string, number>()
  const values = JSON.stringify(rows.map(({ write }) => write.values))
  const made = yield* sql<{ id: number; name: string }>`
    INSERT INTO facilities (company_id, name, phone, customer_service_phone, email, display_name, street, city, state, zip,
      units, lat, lng, management_software, created_at)
    SELECT ${user.companyID}, v."facilityName", v."phoneNumber", v."phoneNumberCustomerService", v.email,
      v."facilityDisplayName", v.street, v.city, v.state, v.zip, v."no_Of_Units", v.lat, v.lng, v."managementSoftware",
      ${at}::timestamptz
    FROM json_to_recordset(${values}::text::json) AS v(${sql.literal(valueColumns)})
    RETURNING facility_id AS id, name`
  // Who is confined to some facilities is responsible for those they add as well.
  if (user.facilityIDs.length > 0) {
    yield* sql`
      UPDATE users SET facility_ids = facility_ids || ${made.map(({ id }) => id)}::int[]
      WHERE user_id = ${user.userID} AND company_id = ${user.companyID} AND facility_ids <> '{}'`
  }
  return new Map(made.map(({ id, name }) => [name, id]))
})

/** Changes the facilities of rows about one that is there. Names stay as they are. */
const changeFacilities = Effect.fnUntraced(function* (rows: ReadonlyArray<WritingRow>) {
  const sql = yield* SqlClient.SqlClient
  if (rows.length === 0) return
  const values = JSON.stringify(rows.map(({ write }) => ({ id: write.facilityID, ...write.values })))
  yield* sql`
    UPDATE facilities f SET phone = v."phoneNumber", customer_service_phone = v."phoneNumberCustomerService",
      email = v.email, display_name = v."facilityDisplayName", street = v.street, city = v.city, state = v.state,
      zip = v.zip, units = v."no_Of_Units", lat = v.lat, lng = v.lng, management_software = v."managementSoftware",
      version = f.version + 1
    FROM json_to_recordset(${values}::text::json) AS v(id int, ${sql.literal(valueColumns)})
    WHERE f.facility_id = v.id`
})

/** What was written for the rows: the facility of each by its row, and the records of them, in the order of the rows. */
export interface WrittenRows {
  readonly facilityIDs: ReadonlyMap<number, number>
  readonly records: ReadonlyArray<AuditEntry>
}

/** Writes what rows came to, in the transaction of the caller. */
export const writeFacilities = Effect.fnUntraced(function* (
  user: LoggedInUser,
  jobID: number,
  rows: ReadonlyArray<CheckedRow>,
  at: string
) {
  const connections = yield* FmsConnections
  const writing = rows.filter(writes)
  const made = yield* makeFacilities(
    user,
    writing.filter(({ write }) => write.facilityID === null),
    at
  )
  yield* changeFacilities(writing.filter(({ write }) => write.facilityID !== null))
  const done = writing.map((row) => {
    const id = row.write.facilityID ?? made.get(row.write.values.facilityName)
    if (id === undefined) throw new Error(`the facility of row ${row.row} was not made`)
    return { ...row, id }
  })
  for (const { id, write } of done) if (write.forgets) yield* connections.forget(user.companyID, id)
  yield* connections.writeMany(
    user.companyID,
    done.flatMap(({ id, write: { connection } }) =>
      connection === null ? [] : [{ facilityID: id, mode: connection.mode, fields: connection.fields }]
    )
  )
  const written: WrittenRows = {
    facilityIDs: new Map(done.map(({ row, id }) => [row, id])),
    records: done.map(({ id, outcome, changes, write: { values } }) =>
      outcome === "create"
        ? facilityRecord(user, at, "facilities.create", id, { facilityName: values.facilityName, jobID })
        : facilityRecord(user, at, "facilities.update", id, {
            facilityName: values.facilityName,
            changed: changes.join(" "),
            jobID
          })
    )
  }
  return written
})
