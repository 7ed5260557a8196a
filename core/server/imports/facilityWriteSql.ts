import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, JobId } from "#core/base/ids.ts"
import type { FacilityValues } from "../facilities/formValues.ts"
import { arrayText } from "../db/arrayText.ts"
import { facilityRecord } from "../facilities/facilityRecord.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import type { RowWrite } from "./decideRow.ts"
import type { WrittenRows } from "./ImportWriter.ts"
import type { CheckedRow } from "./rowDecision.ts"

/** A row that writes something. */
interface WritingRow extends CheckedRow<RowWrite> {
  readonly write: RowWrite
}

const writes = (row: CheckedRow<RowWrite>): row is WritingRow => row.write !== null

/** Facility values as an SQL table, with a number column in front. */
const valueTable = (
  sql: SqlClient.SqlClient,
  numbers: ReadonlyArray<number>,
  values: ReadonlyArray<FacilityValues>
) => {
  const of = (name: keyof FacilityValues): string => arrayText(values.map((each) => each[name]))
  return sql`
    unnest(${arrayText(numbers)}::int[], ${of("facilityName")}::text[], ${of("phoneNumber")}::text[],
      ${of("phoneNumberCustomerService")}::text[], ${of("email")}::text[], ${of("facilityDisplayName")}::text[],
      ${of("street")}::text[], ${of("city")}::text[], ${of("state")}::text[], ${of("zip")}::text[],
      ${of("no_Of_Units")}::int[], ${of("lat")}::float8[], ${of("lng")}::float8[], ${of("managementSoftware")}::smallint[])
      AS v(number, name, phone, customer_service_phone, email, display_name, street, city, state, zip, units, lat, lng,
        software)`
}

/** Inserts the facilities of new rows and returns their ids in row order: rows are sorted before they are numbered. */
const insertion = (sql: SqlClient.SqlClient, user: LoggedInUser, rows: ReadonlyArray<WritingRow>, at: string) =>
  sql<{ ids: ReadonlyArray<FacilityId> | null }>`
    WITH made AS (
      INSERT INTO facilities (company_id, name, phone, customer_service_phone, email, display_name, street, city, state, zip,
        units, lat, lng, management_software, created_at)
      SELECT ${user.companyID}, v.name, v.phone, v.customer_service_phone, v.email, v.display_name, v.street, v.city,
        v.state, v.zip, v.units, v.lat, v.lng, v.software, ${at}::timestamptz
      FROM ${valueTable(
        sql,
        rows.map(({ row }) => row),
        rows.map(({ write }) => write.values)
      )} ORDER BY v.number
      RETURNING facility_id)
    SELECT array_agg(facility_id ORDER BY facility_id) AS ids FROM made`

/** Updates the facilities of rows about existing ones. Names stay unchanged. */
const update = (sql: SqlClient.SqlClient, user: LoggedInUser, rows: ReadonlyArray<WritingRow>) => sql`
  UPDATE facilities f SET phone = v.phone, customer_service_phone = v.customer_service_phone, email = v.email,
    display_name = v.display_name, street = v.street, city = v.city, state = v.state, zip = v.zip, units = v.units,
    lat = v.lat, lng = v.lng, management_software = v.software, version = f.version + 1,
    updated_by = ${user.userID}
  FROM ${valueTable(
    sql,
    rows.map(({ write }) => write.facilityID ?? 0),
    rows.map(({ write }) => write.values)
  )} WHERE f.facility_id = v.number`

/** The rows to write, and their statements, null if a statement has nothing to do. */
export const facilityWrites = (
  sql: SqlClient.SqlClient,
  user: LoggedInUser,
  rows: ReadonlyArray<CheckedRow<RowWrite>>,
  at: string
) => {
  const writing = rows.filter(writes)
  const made = writing.filter(({ write }) => write.facilityID === null)
  const changed = writing.filter(({ write }) => write.facilityID !== null)
  return {
    writing,
    insert: made.length === 0 ? null : insertion(sql, user, made, at),
    update: changed.length === 0 ? null : update(sql, user, changed)
  }
}

/** Writes decided rows in the caller's transaction. */
export const writeFacilities = Effect.fnUntraced(function* (
  user: LoggedInUser,
  jobID: JobId,
  { writing, insert, update }: ReturnType<typeof facilityWrites>,
  at: string
) {
  const sql = yield* SqlClient.SqlClient
  const connections = yield* FmsConnections
  const made = insert === null ? [] : ((yield* insert)[0]?.ids ?? [])
  // A user restricted to some facilities gets access to the ones they add.
  if (made.length > 0 && user.facilityIDs.length > 0) {
    yield* sql`
      UPDATE users SET facility_ids = facility_ids || ${made}::int[]
      WHERE user_id = ${user.userID} AND company_id = ${user.companyID} AND facility_ids <> '{}'`
  }
  if (update !== null) yield* update
  let nth = 0
  const done = writing.map(({ row, outcome, changes, write }) => {
    const id = write.facilityID ?? made[nth++]
    if (id === undefined) throw new Error(`the facility of row ${row} was not made`)
    return { row, outcome, changes, write, id }
  })
  for (const { id, write } of done) if (write.forgets) yield* connections.forget(user.companyID, id)
  yield* connections.writeMany(
    user.companyID,
    done.flatMap(({ id, write: { connection } }) =>
      connection === null ? [] : [{ facilityID: id, mode: connection.mode, fields: connection.fields }]
    )
  )
  const written: WrittenRows<FacilityId> = {
    subjectIDs: new Map(done.map(({ row, id }) => [row, id])),
    refused: new Map(),
    first: Effect.void,
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
