import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { readImportRow, rowName } from "#core/imports/importRows.ts"
import type { RowProblem } from "#core/jobs/Job.ts"
import { arrayText } from "../db/arrayText.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { type FacilityValues, noValues } from "../facilities/formValues.ts"
import { decideRow, failedRow, type ImportAbout, type KnownPlace, type RowDecision } from "./decideRow.ts"
import { type CheckedRow, type FileRow, noSecrets } from "./importRowsSql.ts"

/** The row that has a name first, by the name as it is compared. Grows as rows are looked at, in their order. */
export type FirstRows = Map<string, number>

interface Found extends FacilityValues {
  readonly key: string
  readonly facilityID: number
}

/** A row to look up; `key` is its name as names are compared, where that is known already. */
interface Named {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  readonly key?: string
  readonly issue: RowProblem | null
}

/** What rows come to, of those that were looked up. To be asked of each of them once, in their order. */
type Decide = (rows: ReadonlyArray<FileRow>) => ReadonlyArray<CheckedRow>

/** Looking at rows of an import: what each would come to in the company as it is now. Writes nothing. */
export class ImportChecks extends Context.Service<
  ImportChecks,
  {
    /** Looks up what the names of rows lead to. What they come to is not decided yet: that takes longer. */
    readonly lookUp: (
      user: LoggedInUser,
      about: ImportAbout,
      rows: ReadonlyArray<Named>,
      firsts: FirstRows
    ) => Effect.Effect<Decide, SqlError>
    /** Looks rows up and decides them. */
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

      /** Names as they are compared, which is the database's to say. */
      const keysOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
        const [found] = yield* sql<{ keys: ReadonlyArray<string> }>`
          SELECT coalesce(array_agg(lower(k.name) ORDER BY k.nth), '{}') AS keys
          FROM unnest(${arrayText(names)}::text[]) WITH ORDINALITY AS k(name, nth)`
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
          WHERE f.company_id = ${companyID} AND f.deleted_at IS NULL AND lower(f.name) = ANY(${arrayText(keys)}::text[])`

      const lookUp = Effect.fn("ImportChecks.lookUp")(function* (
        user: LoggedInUser,
        about: ImportAbout,
        rows: ReadonlyArray<Named>,
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

        const decide = (read: FileRow): CheckedRow => {
          const { row, cells, secrets, issue } = read
          const key = keyOf.get(row)
          if (key === undefined) throw new Error(`row ${row} was not looked up`)
          if (issue !== null) return checkedRow(read, failedRow([], issue), "", key)
          const first = key === "" ? row : (firsts.get(key) ?? row)
          if (key !== "" && first === row) firsts.set(key, row)
          const whole = secrets === noSecrets ? cells : cells.map((cell, nth) => secrets[String(nth)] ?? cell)
          const place = places.get(key)
          const decision = decideRow(
            user,
            about,
            cells,
            readImportRow(about.mapping, whole),
            place === undefined ? null : knownOf(user, place, connected?.get(place.facilityID) ?? null),
            first < row ? first : null
          )
          return checkedRow(read, decision, nameOf(about, read), key)
        }
        const decideAll: Decide = (each) => each.map(decide)
        return decideAll
      })

      const check: ImportChecks["Service"]["check"] = (user, about, rows, firsts) =>
        Effect.map(lookUp(user, about, rows, firsts), (decide) => decide(rows))

      return ImportChecks.of({ lookUp, check })
    })
  )
}

/** Written out: ten thousand rows took longer to be spread together than to be decided. */
const checkedRow = (read: FileRow, decision: RowDecision, name: string, key: string): CheckedRow => ({
  row: read.row,
  cells: read.cells,
  secrets: read.secrets,
  issue: read.issue,
  outcome: decision.outcome,
  facilityID: decision.facilityID,
  changes: decision.changes,
  issues: decision.issues,
  problem: decision.problem,
  repeats: decision.repeats,
  write: decision.write,
  name,
  key
})

/** The name of a row; none where its cells may be in other columns than their own. */
const nameOf = ({ mapping }: ImportAbout, { cells, issue }: Pick<Named, "cells" | "issue">): string =>
  issue === null ? rowName(mapping, cells) : ""

const valueNames = Object.keys(noValues) as ReadonlyArray<keyof FacilityValues>

/** The facility that was found, without what it was found by. */
const knownOf = (user: LoggedInUser, found: Found, connection: KnownPlace["connection"]): KnownPlace => {
  const values = Object.fromEntries(valueNames.map((name) => [name, found[name]])) as unknown as FacilityValues
  const { facilityID } = found
  const visible = user.facilityIDs.length === 0 || user.facilityIDs.includes(facilityID)
  return { facilityID, values, visible, connection }
}
