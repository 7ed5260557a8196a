import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { readImportRow, rowName } from "#core/imports/importRows.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { type FacilityValues, noValues } from "../facilities/formValues.ts"
import { decideRow, type ImportAbout, type KnownPlace } from "./decideRow.ts"
import type { CheckedRow, FileRow } from "./importRowsSql.ts"

/** The row that has a name first, by the name as it is compared. Grows as rows are looked at, in their order. */
export type FirstRows = Map<string, number>

interface Found extends FacilityValues {
  readonly nth: number
  readonly key: string
  readonly facilityID: number | null
}

/** Looking at rows of an import, in the transaction of the caller: what each would come to in the company as it is now. Writes nothing. */
export class ImportChecks extends Context.Service<
  ImportChecks,
  {
    readonly check: (
      user: LoggedInUser,
      about: ImportAbout,
      rows: ReadonlyArray<FileRow>,
      firsts: FirstRows
    ) => Effect.Effect<ReadonlyArray<CheckedRow>, SqlError>
  }
>()("lockdesk/server/ImportChecks") {
  static readonly layer = Layer.effect(
    ImportChecks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections

      /**
       * Each name with its key and the company's facility of it. The database compares names: it keeps them apart.
       * Each name by the index, whatever the planner knows of the table: without the limit it went through the whole company
       * for each (2,000 names among 10,000 facilities: 4,434 ms, so 2). A plan that was made while there were few facilities
       * is kept, and does so again: 20,000 rows into a new company took 50 s. So it is never given that choice.
       */
      const lookUp = Effect.fnUntraced(function* (companyID: number, names: ReadonlyArray<string>) {
        yield* sql`SET LOCAL enable_seqscan = off`
        const found = yield* sql<Found>`
          SELECT k.nth::int, lower(k.name) AS key, f.facility_id AS "facilityID", f.name AS "facilityName",
            f.phone AS "phoneNumber", f.customer_service_phone AS "phoneNumberCustomerService", f.email,
            f.display_name AS "facilityDisplayName", f.street, f.city, f.state, f.zip, f.units AS "no_Of_Units", f.lat,
            f.lng, f.management_software AS "managementSoftware"
          FROM json_array_elements_text(${JSON.stringify(names)}::text::json) WITH ORDINALITY AS k(name, nth)
          LEFT JOIN LATERAL (
            SELECT * FROM facilities WHERE company_id = ${companyID} AND deleted_at IS NULL AND lower(name) = lower(k.name)
            LIMIT 1) f ON true
          ORDER BY k.nth`
        yield* sql`SET LOCAL enable_seqscan = on`
        return found
      })

      const check = Effect.fn("ImportChecks.check")(function* (
        user: LoggedInUser,
        about: ImportAbout,
        rows: ReadonlyArray<FileRow>,
        firsts: FirstRows
      ) {
        const read = rows.map((row) => {
          const { cells, secrets } = row
          const whole =
            Object.keys(secrets).length === 0 ? cells : cells.map((cell, nth) => secrets[String(nth)] ?? cell)
          return { row, name: rowName(about.mapping, cells), wish: readImportRow(about.mapping, whole) }
        })
        const found = yield* lookUp(
          user.companyID,
          read.map(({ name }) => name)
        )
        const ids = about.software === Fms.id.NotListed ? [] : found.flatMap(({ facilityID }) => facilityID ?? [])
        const connected = ids.length === 0 ? null : yield* connections.readMany(user.companyID, ids)
        return read.map(({ row, name, wish }, nth): CheckedRow => {
          const place = found[nth]
          if (place === undefined) throw new Error(`row ${row.row} was not looked up`)
          const first = place.key === "" ? row.row : (firsts.get(place.key) ?? row.row)
          if (place.key !== "" && first === row.row) firsts.set(place.key, row.row)
          const decision = decideRow(
            user,
            about,
            row.cells,
            wish,
            knownOf(user, place, (id) => connected?.get(id) ?? null),
            first < row.row ? first : null
          )
          return { ...row, ...decision, name, key: place.key }
        })
      })

      return ImportChecks.of({ check })
    })
  )
}

const valueNames = Object.keys(noValues) as ReadonlyArray<keyof FacilityValues>

/** The facility that was found, without what it was found by. */
const knownOf = (
  user: LoggedInUser,
  found: Found,
  connectionOf: (facilityID: number) => KnownPlace["connection"]
): KnownPlace | null => {
  const { facilityID } = found
  if (facilityID === null) return null
  const values = Object.fromEntries(valueNames.map((name) => [name, found[name]])) as unknown as FacilityValues
  const visible = user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID)
  return { ...values, facilityID, visible, connection: connectionOf(facilityID) }
}
