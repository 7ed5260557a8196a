import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import type { FacilityValues } from "../facilities/formValues.ts"
import { textAs, textList } from "../db/textList.ts"
import { facilityRecord } from "../facilities/facilityRecord.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import type { RowWrite } from "./decideRow.ts"
import type { CheckedRow } from "./importRowsSql.ts"

/** A row that writes. */
interface WritingRow extends CheckedRow {
  readonly write: RowWrite
}

const writes = (row: CheckedRow): row is WritingRow => row.write !== null

/** Values of facilities as a table of the database, with a column of other numbers in front. */
const valueTable = (
  sql: SqlClient.SqlClient,
  numbers: ReadonlyArray<number>,
  values: ReadonlyArray<FacilityValues>
) => {
  const of = <K extends keyof FacilityValues>(name: K): ReadonlyArray<FacilityValues[K]> =>
    values.map((each) => each[name])
  return sql`
    unnest(${numbers}::int[], ${of("facilityName")}::text[], ${of("phoneNumber")}::text[],
      ${of("phoneNumberCustomerService")}::text[], ${of("email")}::text[], ${of("facilityDisplayName")}::text[],
      ${of("street")}::text[], ${of("city")}::text[], ${of("state")}::text[], ${of("zip")}::text[],
      ${of("no_Of_Units")}::int[], ${textList(of("lat"))}::text[], ${textList(of("lng"))}::text[], ${of("managementSoftware")}::smallint[])
      AS v(number, name, phone, customer_service_phone, email, display_name, street, city, state, zip, units, lat, lng,
        software)`
}

/** Makes the facilities of new rows; their ids in the order of the rows. */
const makeFacilities = Effect.fnUntraced(function* (user: LoggedInUser, rows: ReadonlyArray<WritingRow>, at: string) {
  const sql = yield* SqlClient.SqlClient
  if (rows.length === 0) return []
  const [numbers] = yield* sql<{ ids: ReadonlyArray<number> }>`
    SELECT array_agg(nextval('facilities_facility_id_seq')::int) AS ids
    FROM generate_series(1, ${rows.length})`
  const ids = numbers?.ids ?? []
  const values = valueTable(
    sql,
    ids,
    rows.map(({ write }) => write.values)
  )
  yield* sql`
    INSERT INTO facilities (facility_id, company_id, name, phone, customer_service_phone, email, display_name, street, city,
      state, zip, units, lat, lng, management_software, created_at)
    SELECT v.number, ${user.companyID}, v.name, v.phone, v.customer_service_phone, v.email, v.display_name, v.street, v.city,
      v.state, v.zip, v.units, ${textAs(sql, "v.lat", "float8")}, ${textAs(sql, "v.lng", "float8")}, v.software,
      ${at}::timestamptz
    FROM ${values}`
  // Who is confined to some facilities is responsible for those they add as well.
  if (user.facilityIDs.length > 0) {
    yield* sql`
      UPDATE users SET facility_ids = facility_ids || ${ids}::int[]
      WHERE user_id = ${user.userID} AND company_id = ${user.companyID} AND facility_ids <> '{}'`
  }
  return ids
})

/** Changes the facilities of rows about one that is there. Names stay as they are. */
const changeFacilities = Effect.fnUntraced(function* (rows: ReadonlyArray<WritingRow>) {
  const sql = yield* SqlClient.SqlClient
  if (rows.length === 0) return
  const changed = valueTable(
    sql,
    rows.map(({ write }) => write.facilityID ?? 0),
    rows.map(({ write }) => write.values)
  )
  yield* sql`
    UPDATE facilities f SET phone = v.phone, customer_service_phone = v.customer_service_phone, email = v.email,
      display_name = v.display_name, street = v.street, city = v.city, state = v.state, zip = v.zip, units = v.units,
      lat = ${textAs(sql, "v.lat", "float8")}, lng = ${textAs(sql, "v.lng", "float8")},
      management_software = v.software, version = f.version + 1
    FROM ${changed} WHERE f.facility_id = v.number`
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
