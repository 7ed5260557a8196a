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
  readonly key: string
  readonly facilityID: number
}

/** A row to look at; `key` is its name as names are compared, where that is known already. */
type LookedAt = FileRow & { readonly key?: string }

/** Looking at rows of an import: what each would come to in the company as it is now. Writes nothing. */
export class ImportChecks extends Context.Service<
  ImportChecks,
  {
    readonly check: (
      user: LoggedInUser,
      about: ImportAbout,
      rows: ReadonlyArray<LookedAt>,
      firsts: FirstRows
    ) => Effect.Effect<ReadonlyArray<CheckedRow>, SqlError>
  }
>()("lockdesk/server/ImportChecks") {
  static readonly layer = Layer.effect(
    ImportChecks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections

      /** Names as they are compared, which is the database's to say. */
      const keysOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
        const [found] = yield* sql<{ keys: ReadonlyArray<string> }>`
          SELECT coalesce(array_agg(lower(k.name) ORDER BY k.nth), '{}') AS keys
          FROM unnest(${names}::text[]) WITH ORDINALITY AS k(name, nth)`
        return found?.keys ?? []
      })

      /** The company's facilities that have one of these keys. */
      const facilitiesOf = (companyID: number, keys: ReadonlyArray<string>) =>
        sql<Found>`
          SELECT lower(f.name) AS key, f.facility_id AS "facilityID", f.name AS "facilityName", f.phone AS "phoneNumber",
            f.customer_service_phone AS "phoneNumberCustomerService", f.email, f.display_name AS "facilityDisplayName",
            f.street, f.city, f.state, f.zip, f.units AS "no_Of_Units", f.lat, f.lng,
            f.management_software AS "managementSoftware"
          FROM facilities f
          WHERE f.company_id = ${companyID} AND f.deleted_at IS NULL AND lower(f.name) = ANY(${keys}::text[])`

      const check = Effect.fn("ImportChecks.check")(function* (
        user: LoggedInUser,
        about: ImportAbout,
        rows: ReadonlyArray<LookedAt>,
        firsts: FirstRows
      ) {
        const read = rows.map((row) => {
          const { cells, secrets } = row
          const whole =
            Object.keys(secrets).length === 0 ? cells : cells.map((cell, nth) => secrets[String(nth)] ?? cell)
          return { row, name: rowName(about.mapping, cells), wish: readImportRow(about.mapping, whole) }
        })
        const known = rows.flatMap(({ key }) => key ?? [])
        const keys = known.length === rows.length ? known : yield* keysOf(read.map(({ name }) => name))
        const found = yield* facilitiesOf(user.companyID, keys)
        const places = new Map(found.map((place) => [place.key, place]))
        const ids = about.software === Fms.id.NotListed ? [] : found.map(({ facilityID }) => facilityID)
        const connected = ids.length === 0 ? null : yield* connections.readMany(user.companyID, ids)
        return read.map(({ row, name, wish }, nth): CheckedRow => {
          const key = keys[nth]
          if (key === undefined) throw new Error(`row ${row.row} was not looked up`)
          const first = key === "" ? row.row : (firsts.get(key) ?? row.row)
          if (key !== "" && first === row.row) firsts.set(key, row.row)
          const place = places.get(key)
          const decision = decideRow(
            user,
            about,
            row.cells,
            wish,
            place === undefined ? null : knownOf(user, place, connected?.get(place.facilityID) ?? null),
            first < row.row ? first : null
          )
          return { ...decision, row: row.row, cells: row.cells, secrets: row.secrets, name, key }
        })
      })

      return ImportChecks.of({ check })
    })
  )
}

const valueNames = Object.keys(noValues) as ReadonlyArray<keyof FacilityValues>

/** The facility that was found, without what it was found by. */
const knownOf = (user: LoggedInUser, found: Found, connection: KnownPlace["connection"]): KnownPlace => {
  const values = Object.fromEntries(valueNames.map((name) => [name, found[name]])) as unknown as FacilityValues
  const { facilityID } = found
  const visible = user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID)
  return { ...values, facilityID, visible, connection }
}
