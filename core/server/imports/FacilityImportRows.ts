import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { readImportRow, rowName } from "#core/imports/importRows.ts"
import { arrayText } from "../db/arrayText.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { type FacilityValues, noValues } from "../facilities/formValues.ts"
import { decideRow, type ImportAbout, type KnownPlace, type RowWrite } from "./decideRow.ts"
import { facilityWrites, writeFacilities } from "./facilityWriteSql.ts"
import { noSecrets } from "./importRowsSql.ts"
import type { ImportWriter } from "./ImportWriter.ts"
import {
  type CheckedRow,
  checkedRow,
  type Decide,
  earlierRow,
  failedRow,
  type FileRow,
  type FirstRows,
  type NamedRow
} from "./rowDecision.ts"

interface Found extends FacilityValues {
  readonly key: string
  readonly facilityID: FacilityId
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const plainText = /^[ -~]*$/
const isPlain = (name: string): boolean => plainText.test(name)

/** The number of facilities decided and written together. */
const rowsAtOnce = 1_250

/** Rows of facility imports: decides each row by the company's current state, and writes many rows at once. */
export class FacilityImportRows extends Context.Service<FacilityImportRows, ImportWriter<RowWrite, FacilityId>>()(
  "lockdesk/server/FacilityImportRows"
) {
  static readonly layer = Layer.effect(
    FacilityImportRows,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connections = yield* FmsConnections

      let lowersPlainly: boolean | null = null
      /** Whether the database lowercases A to Z as JavaScript does. With a Turkish locale it does not. */
      const lowersAsHere = Effect.gen(function* () {
        if (lowersPlainly === null) {
          const [found] = yield* sql<{
            plainly: boolean
          }>`SELECT lower(${letters}::text) = ${letters.toLowerCase()} AS plainly`
          lowersPlainly = found?.plainly ?? false
        }
        return lowersPlainly
      })

      /** Names as the database compares them. It is queried only for names with characters other than plain letters. */
      const keysOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
        if (names.every(isPlain) && (yield* lowersAsHere)) return names.map((name) => name.toLowerCase())
        const [found] = yield* sql<{ keys: ReadonlyArray<string> }>`
          SELECT coalesce(array_agg(lower(k.name) ORDER BY k.nth), '{}') AS keys
          FROM unnest(${arrayText(names)}::text[]) WITH ORDINALITY AS k(name, nth)`
        return found?.keys ?? []
      })

      /** The company's facilities with one of these keys. */
      const facilitiesOf = (companyID: CompanyId, keys: ReadonlyArray<string>) =>
        sql<Found>`
          SELECT lower(f.name) AS key, f.facility_id AS "facilityID", f.name AS "facilityName", f.phone AS "phoneNumber",
            f.customer_service_phone AS "phoneNumberCustomerService", f.email, f.display_name AS "facilityDisplayName",
            f.street, f.city, f.state, f.zip, f.units AS "no_Of_Units", f.lat, f.lng,
            f.management_software AS "managementSoftware"
          FROM facilities f
          WHERE f.company_id = ${companyID} AND f.deleted_at IS NULL AND lower(f.name) = ANY(${arrayText(keys)}::text[])`

      const lookUp = Effect.fn("FacilityImportRows.lookUp")(function* (
        user: LoggedInUser,
        about: ImportAbout,
        rows: ReadonlyArray<NamedRow>,
        firsts: FirstRows
      ) {
        const known = rows.flatMap(({ key }) => key ?? [])
        const keys = known.length === rows.length ? known : yield* keysOf(rows.map((row) => nameOf(about, row)))
        const keyOf = new Map<number, string | undefined>()
        for (const [nth, { row }] of rows.entries()) keyOf.set(row, keys[nth])
        const found = yield* facilitiesOf(user.companyID, keys)
        const places = new Map(found.map((place) => [place.key, place]))
        const ids = about.software === Fms.id.NotListed ? [] : found.map(({ facilityID }) => facilityID)
        const connected = ids.length === 0 ? null : yield* connections.readMany(user.companyID, ids)

        const decide = (read: FileRow): CheckedRow<RowWrite> => {
          const { row, cells, secrets, issue } = read
          const key = keyOf.get(row)
          if (key === undefined) throw new Error(`row ${row} was not looked up`)
          if (issue !== null) return checkedRow(read, failedRow([], issue), key)
          const earlier = earlierRow(firsts, key, row)
          const whole = secrets === noSecrets ? cells : cells.map((cell, nth) => secrets[String(nth)] ?? cell)
          const place = places.get(key)
          const decision = decideRow(
            user,
            about,
            cells,
            readImportRow(about.mapping, whole),
            place === undefined ? null : knownOf(user, place, connected?.get(place.facilityID) ?? null),
            earlier
          )
          return checkedRow(read, decision, key)
        }
        const decideAll: Decide<RowWrite> = (each) => each.map(decide)
        return decideAll
      })

      const writes: ImportWriter<RowWrite, FacilityId>["writes"] = (user, { jobID }, rows, at) => {
        const made = facilityWrites(sql, user, rows, at)
        return Effect.provideService(writeFacilities(user, jobID, made, at), FmsConnections, connections)
      }

      return FacilityImportRows.of({
        kind: "importFacilities",
        rowsAtOnce,
        lookUp,
        writes,
        event: (facilityIDs) => ({ event: "updateFacility", facilityIDs })
      })
    })
  )
}

/** The name in a row; none if its cells may be in the wrong columns. */
const nameOf = ({ mapping }: ImportAbout, { cells, issue }: Pick<NamedRow, "cells" | "issue">): string =>
  issue === null ? rowName(mapping, cells) : ""

const valueNames = Object.keys(noValues) as ReadonlyArray<keyof FacilityValues>

/** The facility that was found, without its lookup key. */
const knownOf = (user: LoggedInUser, found: Found, connection: KnownPlace["connection"]): KnownPlace => {
  const values = Object.fromEntries(valueNames.map((name) => [name, found[name]])) as unknown as FacilityValues
  const { facilityID } = found
  const visible = user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID)
  return { facilityID, values, visible, connection }
}
