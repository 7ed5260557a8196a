import { createHash } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ImportColumn } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import { fieldNamed, type ImportField } from "#core/imports/importFields.ts"
import { normalHeader } from "#core/imports/normalHeader.ts"
import type { MappedColumn } from "#core/imports/importMapping.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { now } from "../db/now.ts"
import type { ImportTable } from "./readImportFile.ts"

/** The number of sample cells beside a header. */
const samplesOf = 3

/** Headers of columns that contain secrets, whichever field they map to. */
const secretHeader = /pass(word|phrase)|secret|token|apikey|accesskey/

const samples = ({ rows }: ImportTable, nth: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const { cells, fault } of rows) {
    // Its cells may be in the wrong columns.
    if (fault !== undefined) continue
    const cell = (cells[nth] ?? "").trim()
    if (cell !== "") found.push(cell.slice(0, 80))
    if (found.length === samplesOf) break
  }
  return found
}

/**
 * The columns of a table or of an existing import, with a mapping. A column that was once secret stays so: mapping it to
 * another field must not reveal what was sealed.
 */
export const columnsOf = (
  fields: ReadonlyArray<ImportField>,
  from: ImportTable | ReadonlyArray<ImportColumn>,
  mapping: ReadonlyArray<MappedColumn>
): ReadonlyArray<ImportColumn> =>
  mapping.map(({ field, confidence }, nth) => {
    const before = "headers" in from ? null : (from[nth] ?? null)
    const header = "headers" in from ? (from.headers[nth] ?? "") : (before?.header ?? "")
    const isSecret = fieldNamed(fields, field)?.secret === true
    const secret = before?.secret === true || isSecret || secretHeader.test(normalHeader(header))
    const shown = "headers" in from ? samples(from, nth) : (before?.samples ?? [])
    return { header, field, confidence, secret, samples: secret ? [] : shown }
  })

/** Mappings of users and facilities are remembered separately. */
const headersKey = (kind: ImportKind, headers: ReadonlyArray<string>): Uint8Array =>
  createHash("sha256")
    .update(`${kind === "importUsers" ? "users " : ""}${JSON.stringify(headers.map(normalHeader))}`)
    .digest()

/** The user's last mapping for these headers, or null. */
export const rememberedMapping = Effect.fnUntraced(function* (
  user: LoggedInUser,
  kind: ImportKind,
  headers: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ mapping: ReadonlyArray<ImportFieldName | null> }>`
    SELECT mapping FROM import_mappings
    WHERE company_id = ${user.companyID} AND user_id = ${user.userID} AND headers = ${headersKey(kind, headers)}`
  return row?.mapping ?? null
})

/** Remembers the user's mapping for these headers. */
export const rememberMapping = Effect.fnUntraced(function* (
  user: LoggedInUser,
  kind: ImportKind,
  headers: ReadonlyArray<string>,
  mapping: ReadonlyArray<ImportFieldName | null>
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO import_mappings (company_id, user_id, headers, mapping, updated_at)
    VALUES (${user.companyID}, ${user.userID}, ${headersKey(kind, headers)}, ${JSON.stringify(mapping)}::text::json,
      ${yield* now}::timestamptz)
    ON CONFLICT (company_id, user_id, headers) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at
    WHERE import_mappings.mapping::text <> excluded.mapping::text`
})
